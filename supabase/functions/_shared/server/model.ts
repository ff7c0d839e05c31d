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

/** Asked where there is a key and no name: the quickest and cheapest that lives, until October 2027 at least. */
export const usualModel = 'claude-haiku-5-5';

type Manner = Pick<Anthropic.MessageCreateParamsNonStreaming, 'tool_choice' | 'thinking' | 'output_config'>;
/**
 * These may be told to use a tool (what is said outside of one is never shown), and not to think first: nobody waits.
 */
const quick: Manner = { tool_choice: { type: 'any' }, thinking: { type: 'disabled' } };
const quickOnes = new Set([
  ...['claude-haiku-5-5', 'claude-haiku-4-5', 'claude-sonnet-5', 'claude-sonnet-4-6', 'claude-opus-5'],
]);
/** Newer ones refuse to be forced, and most of them think: as little as they can. So does one that nobody knows yet. */
const unforced: Manner = { tool_choice: { type: 'auto' }, output_config: { effort: 'low' } };
const own: Partial<Record<string, Manner>> = {
  'claude-sonnet-5-5': { ...unforced, thinking: { type: 'between_tools' } },
};

function mannerOf(name: string): Manner {
  const family = name.replace(/-\d{8}$/, '');
  return quickOnes.has(family) ? quick : (own[family] ?? unforced);
}

/** Null without a key. One attempt: who waits has the search's answer meanwhile. */
export function createModel(env: {
  ASSISTANT_API_KEY?: string | undefined;
  ASSISTANT_MODEL?: string | undefined;
  ASSISTANT_API_URL?: string | undefined;
}): Model | null {
  const { ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL, ASSISTANT_API_URL: url } = env;
  // A host sends an empty one for none.
  const name = ASSISTANT_MODEL?.trim() ? ASSISTANT_MODEL : usualModel;
  if (!apiKey) return null;
  // Its own log would have the question in it.
  const client = new Anthropic({ apiKey, maxRetries: 0, logLevel: 'off', ...(url && { baseURL: url }) });
  return {
    name,
    async ask({ system, messages, tools, maxTokens, signal }) {
      const { content, usage } = await client.messages.create(
        // It learns nothing of who asks.
        { ...mannerOf(name), model: name, max_tokens: maxTokens, system, messages, tools },
        { signal },
      );
      const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
      return { content, usage: { input: usage.input_tokens + cached, output: usage.output_tokens } };
    },
  };
}
