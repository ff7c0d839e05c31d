import Anthropic from '@anthropic-ai/sdk';

/** A language model, as far as the assistant needs it: a conversation, tools, and what it cost in tokens. */
export interface Model {
  /** As the provider calls it, and `assistant_prices` its price. */
  name: string;
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
  content: readonly { type: string }[];
  /** Tokens that are paid for. */
  usage: { input: number; output: number };
}

/** Null without a key or a model's name. One attempt: who waits has the search's answer meanwhile. */
export function createModel(env: {
  ASSISTANT_API_KEY?: string | undefined;
  ASSISTANT_MODEL?: string | undefined;
  ASSISTANT_API_URL?: string | undefined;
}): Model | null {
  const { ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL: name, ASSISTANT_API_URL: url } = env;
  if (!apiKey || !name) return null;
  // Its own log would have the question in it.
  const client = new Anthropic({ apiKey, maxRetries: 0, logLevel: 'off', ...(url && { baseURL: url }) });
  return {
    name,
    async ask({ system, messages, tools, maxTokens, signal }) {
      const { content, usage } = await client.messages.create(
        // It must use a tool: what it says outside of one is never shown. Thinking first, nobody would wait for; some models
        // do unless they are told. It learns nothing of who asks.
        {
          ...{ model: name, max_tokens: maxTokens, system, messages, tools },
          ...{ tool_choice: { type: 'any' }, thinking: { type: 'disabled' } },
        },
        { signal },
      );
      const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
      return { content, usage: { input: usage.input_tokens + cached, output: usage.output_tokens } };
    },
  };
}
