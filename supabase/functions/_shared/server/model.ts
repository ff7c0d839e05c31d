import type Anthropic from '@anthropic-ai/sdk';
import * as v from 'valibot';

export interface Model {
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
  usage: { input: number; output: number };
}

/**
 * The model that is used if there is a key but no model name. It is the quickest and cheapest one, and is supported
 * until October 2027 at least.
 */
export const usualModel = 'claude-haiku-5-5';

type Manner = Pick<Anthropic.MessageCreateParamsNonStreaming, 'tool_choice' | 'thinking' | 'output_config'>;
/**
 * The settings of models that can be forced to use a tool, so that they write no text outside of it, and that can skip
 * thinking to save time.
 */
const quick: Manner = { tool_choice: { type: 'any' }, thinking: { type: 'disabled' } };
const quickOnes = new Set([
  ...['claude-haiku-5-5', 'claude-haiku-4-5', 'claude-sonnet-5', 'claude-sonnet-4-6', 'claude-opus-5'],
]);
/** The settings of all other models. Newer models cannot be forced to use a tool, and most of them think. */
const unforced: Manner = { tool_choice: { type: 'auto' }, output_config: { effort: 'low' } };
const mannerOfFamily: Partial<Record<string, Manner>> = {
  'claude-sonnet-5-5': { ...unforced, thinking: { type: 'between_tools' } },
};

function mannerOf(name: string): Manner {
  const family = name.replace(/-\d{8}$/, '');
  return quickOnes.has(family) ? quick : (mannerOfFamily[family] ?? unforced);
}

/** Only the types come from Anthropic's library, because the library has tools that read files and start programs. */
const API = 'https://api.anthropic.com';
const API_VERSION = '2026-10-21';

const Reply = v.object({
  content: v.array(v.looseObject({ type: v.string() })),
  usage: v.object({
    input_tokens: v.number(),
    output_tokens: v.number(),
    cache_creation_input_tokens: v.nullish(v.number(), 0),
    cache_read_input_tokens: v.nullish(v.number(), 0),
  }),
});

class ModelError extends Error {
  readonly status: number;

  constructor(status: number) {
    // The service's message may quote the question.
    super(`the model's service answered ${status}`);
    this.status = status;
  }
}

/**
 * Returns null if there is no key. There is only one attempt, because the visitor sees the search's answer while the
 * model runs.
 */
export function createModel(env: {
  ASSISTANT_API_KEY?: string | undefined;
  ASSISTANT_MODEL?: string | undefined;
  ASSISTANT_API_URL?: string | undefined;
}): Model | null {
  const { ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL, ASSISTANT_API_URL: url } = env;
  // Some hosts send an empty text for a missing variable.
  const name = ASSISTANT_MODEL?.trim() ? ASSISTANT_MODEL : usualModel;
  if (!apiKey) return null;
  return {
    name,
    async ask({ system, messages, tools, maxTokens, signal }) {
      const response = await fetch(`${url ?? API}/v1/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'anthropic-version': API_VERSION,
          'content-type': 'application/json',
        },
        // The request contains nothing about the visitor.
        body: JSON.stringify({
          ...mannerOf(name),
          model: name,
          max_tokens: maxTokens,
          system,
          messages,
          tools,
        } satisfies Anthropic.MessageCreateParamsNonStreaming),
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new ModelError(response.status);
      }
      const { content, usage } = v.parse(Reply, await response.json());
      const cached = usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
      return { content, usage: { input: usage.input_tokens + cached, output: usage.output_tokens } };
    },
  };
}
