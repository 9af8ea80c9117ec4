"""The names of options, as the window and exports have them."""

from engine.messages import say

OPTION_NAMES = {
    "temperature": say("Temperature"),
    "top_p": say("Top p"),
    "max_tokens": say("Max tokens"),
    "seed": say("Seed"),
    "system_prompt": say("System prompt"),
    "overflow": say("Longer than the model's context"),
    "skim": say("Skim long texts"),
    "top_k": say("Top k"),
    "min_p": say("Min p"),
    "repetition_penalty": say("Repetition penalty"),
    "presence_penalty": say("Presence penalty"),
    "frequency_penalty": say("Frequency penalty"),
    "logit_bias": say("Token bias"),
    "thinking_budget": say("Thinking budget"),
    "top_logprobs": say("Token probabilities"),
    "stop": say("Stop strings"),
    "drafting": say("Draft ahead"),
    "json_schema": say("JSON schema"),
}
