"""Files of prompts that are asked one after the other in comparisons."""
