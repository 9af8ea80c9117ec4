// The AI SDK in its three ways, and the JavaScript SDKs, through a tool round, an image and an
// object of a local server at BASE with MODEL and KEY. Started by ../run.py.
import Anthropic from '@anthropic-ai/sdk';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, Output, stepCountIs, streamText, tool } from 'ai';
import { deflateSync, crc32 } from 'node:zlib';
import OpenAI from 'openai';
import { z } from 'zod';

const { BASE, MODEL, KEY } = process.env;
const SUM = 'What is 3 + 4?';
const failed = [];
let passed = 0;

async function run(name, work) {
  try {
    console.log(`ok   ${name}:`, JSON.stringify(await work())?.slice(0, 100));
    passed += 1;
  } catch (error) {
    failed.push(name);
    console.log(`FAIL ${name}:`, String(error?.stack ?? error).slice(0, 600));
  }
}

function said(text, word) {
  if (!text.includes(word)) throw new Error(`${word} is not in ${text}`);
  return text;
}

// A red square as a PNG file.
function image(side = 128) {
  const rows = Buffer.alloc((side * 3 + 1) * side, 255);
  for (let y = 0; y < side; y += 1) {
    rows[y * (side * 3 + 1)] = 0;
    for (let x = 0; x < side; x += 1) {
      if (y >= 40 && y < 88 && x >= 40 && x < 88) rows.set([255, 0, 0], y * (side * 3 + 1) + 1 + 3 * x);
    }
  }
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4), sum = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

const calculator = tool({
  description: 'Calculate.',
  inputSchema: z.object({ expression: z.string() }),
  execute: async ({ expression }) => String(expression.split('+').reduce((sum, it) => sum + Number(it), 0)),
});
const shape = z.object({ color: z.enum(['red', 'green', 'blue']), count: z.number().int().min(0).max(9) });
const models = {
  compatible: createOpenAICompatible({ name: 'local', baseURL: `${BASE}/v1`, apiKey: KEY, includeUsage: true, supportsStructuredOutputs: true })(MODEL),
  responses: createOpenAI({ baseURL: `${BASE}/v1`, apiKey: KEY })(MODEL),
  anthropic: createAnthropic({ baseURL: `${BASE}/v1`, apiKey: KEY })(MODEL),
};
for (const [name, model] of Object.entries(models)) {
  const common = { model, maxRetries: 0, maxOutputTokens: 200 };
  await run(`ai ${name} tool_round`, async () => {
    const found = streamText({ ...common, prompt: SUM, tools: { calculator }, stopWhen: stepCountIs(3) });
    let text = '';
    for await (const part of found.textStream) text += part;
    const steps = await found.steps;
    if (steps.length !== 2) throw new Error(`${steps.length} steps`);
    return said(text, '7');
  });
  await run(`ai ${name} image`, async () => {
    const content = [{ type: 'image', image: image() }, { type: 'text', text: 'What color is the square?' }];
    return said((await generateText({ ...common, messages: [{ role: 'user', content }] })).text, 'red');
  });
  await run(`ai ${name} object`, async () => {
    const output = Output.object({ schema: shape });
    return (await generateText({ ...common, prompt: 'There are two red squares.', output })).output;
  });
}

const openai = new OpenAI({ baseURL: `${BASE}/v1`, apiKey: KEY, maxRetries: 0 });
await run('openai js chat', async () => {
  let text = '';
  const stream = await openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: 'Tell me your shapes.' }], stream: true });
  for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? '';
  return said(text, 'circles');
});
await run('openai js responses', async () => {
  const stream = openai.responses.stream({ model: MODEL, input: 'Tell me your shapes.' });
  for await (const _ of stream);
  return said((await stream.finalResponse()).output_text, 'circles');
});
const anthropic = new Anthropic({ baseURL: BASE, apiKey: KEY, maxRetries: 0 });
await run('anthropic js messages', async () => {
  const stream = anthropic.messages.stream({ model: MODEL, messages: [{ role: 'user', content: 'Tell me your shapes.' }], max_tokens: 100 });
  return said((await stream.finalMessage()).content[0].text, 'circles');
});
console.log(JSON.stringify({ passed, failed }));
