import Anthropic from '@anthropic-ai/sdk';

/** A language model, as far as the assistant needs it: one message, tools, and what it cost in tokens. */
export interface Model {
  ask: (request: ModelRequest) => Promise<ModelReply>;
}
export interface ModelRequest {
  system: string;
  messages: Anthropic.MessageParam[];
  tools: Anthropic.Tool[];
  maxTokens: number;
  signal: AbortSignal;
}
export interface ModelReply {
  content: Anthropic.ContentBlock[];
  usage: { input_tokens: number; output_tokens: number };
}

/** Null without a key or a model's name. One attempt: who waits has the search's answer meanwhile. */
export function createModel(env: {
  ASSISTANT_API_KEY?: string | undefined;
  ASSISTANT_MODEL?: string | undefined;
}): Model | null {
  const { ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL: model } = env;
  if (!apiKey || !model) return null;
  const client = new Anthropic({ apiKey, maxRetries: 0 });
  return {
    ask: ({ system, messages, tools, maxTokens, signal }) =>
      client.messages.create(
        // It must use a tool: what it says outside of one is never shown.
        { model, max_tokens: maxTokens, system, messages, tools, tool_choice: { type: 'any' } },
        { signal },
      ),
  };
}
