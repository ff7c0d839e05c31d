import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { type Thought, thinkingBlock, type Move } from './scripted-model.ts';

type Thinking = 'adaptive' | 'disabled' | 'between_tools';
interface ModelTraits {
  thinking: readonly Thinking[];
  /** How the model thinks if the request does not say. */
  defaultThinking: Thinking | 'none';
  canForceTools: boolean;
  hasEffort: boolean;
}
const olderModel: ModelTraits = {
  thinking: ['adaptive', 'disabled'],
  defaultThinking: 'none',
  canForceTools: true,
  hasEffort: true,
};
const newerModel: ModelTraits = {
  thinking: ['adaptive'],
  defaultThinking: 'adaptive',
  canForceTools: false,
  hasEffort: true,
};
/** What each model supports, by its documentation of November 2026. Other models are refused. */
const traitsByModel: Partial<Record<string, ModelTraits>> = {
  'claude-haiku-5-5': { ...olderModel, defaultThinking: 'adaptive' },
  'claude-haiku-4-5': { ...olderModel, thinking: ['disabled'], hasEffort: false },
  'claude-sonnet-5': { ...olderModel, defaultThinking: 'adaptive' },
  'claude-sonnet-5-5': { ...newerModel, thinking: ['adaptive', 'between_tools'] },
  'claude-opus-5-5': newerModel,
  'claude-fable-5-2': newerModel,
};

/** The provider's format of requests (Messages API, 2026-10-21). Other fields than these are refused. */
const Block = v.variant('type', [
  v.strictObject({ type: v.literal('thinking'), thinking: v.string(), signature: v.string() }),
  v.strictObject({
    type: v.literal('tool_use'),
    id: v.string(),
    name: v.string(),
    input: v.record(v.string(), v.unknown()),
  }),
  v.strictObject({ type: v.literal('tool_result'), tool_use_id: v.string(), content: v.string() }),
]);
const Request = v.strictObject({
  model: v.string(),
  max_tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
  system: v.string(),
  messages: v.pipe(
    v.array(
      v.strictObject({
        role: v.picklist(['user', 'assistant']),
        content: v.union([v.string(), v.array(Block)]),
      }),
    ),
    v.check((messages) => messages.every(({ role }, nth) => role === (nth % 2 === 0 ? 'user' : 'assistant'))),
    // No model accepts a prefilled answer.
    v.check((messages) => messages.at(-1)?.role === 'user'),
  ),
  tools: v.array(
    v.strictObject({ name: v.string(), description: v.string(), input_schema: v.looseObject({}) }),
  ),
  tool_choice: v.strictObject({ type: v.picklist(['any', 'auto']) }),
  thinking: v.optional(v.strictObject({ type: v.picklist(['adaptive', 'disabled', 'between_tools']) })),
  output_config: v.optional(v.strictObject({ effort: v.picklist(['low', 'medium', 'high']) })),
});
export type ModelCall = v.InferOutput<typeof Request>;

/** Returns the provider's error message for a request, or null if it is accepted. */
function refusalOf(
  { messages, tool_choice, thinking, output_config }: ModelCall,
  nature: ModelTraits,
): string | null {
  const thinks = thinking?.type ?? nature.defaultThinking;
  if (thinks !== 'none' && !nature.thinking.includes(thinks))
    return `"thinking.type.${thinks}" is not supported for this model.`;
  if (tool_choice.type === 'any' && !nature.canForceTools)
    return 'tool_choice: type "tool" and "any" are not supported for this model.';
  if (tool_choice.type === 'any' && thinks === 'adaptive')
    return 'Thinking may not be enabled when tool_choice forces tool use.';
  if (output_config && !nature.hasEffort) return 'This model does not support the effort parameter.';
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const thoughts = blocks.filter(({ type }) => type === 'thinking');
  const rounds = messages.filter(({ role }) => role === 'assistant').length;
  if (thinks === 'adaptive' && thoughts.length < rounds) return 'Thinking blocks must be passed back.';
  return thoughts.some((block) => 'signature' in block && block.signature !== thinkingBlock.signature)
    ? 'Thinking blocks may not be modified.'
    : null;
}

/** Simulates the provider of the assistant's model. It has the same HTTP protocol and answers as the test says. */
export async function startModelDouble({ apiKey }: { apiKey: string }) {
  const calls: ModelCall[] = [];
  const requests: string[] = [];
  const refusals: string[] = [];
  const double = {
    script: (_call: ModelCall): readonly Move[] | number => 529,
    delayMs: 0,
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    requests.push(JSON.stringify(request.headers) + body);
    const { status, answer } = answerTo(request, body);
    await new Promise((resolve) => setTimeout(resolve, double.delayMs));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  function answerTo({ method, url, headers }: IncomingMessage, body: string) {
    const error = (status: number, type: string) => ({
      status,
      answer: { type: 'error', error: { type, message: 'no' } },
    });
    if (method !== 'POST' || url !== '/v1/messages') return error(404, 'not_found_error');
    if (headers.authorization !== `Bearer ${apiKey}`) return error(401, 'authentication_error');
    if (headers['anthropic-version'] !== '2026-10-21') return error(400, 'invalid_request_error');
    const parsed = v.safeParse(Request, JSON.parse(body));
    if (!parsed.success) return error(400, 'invalid_request_error');
    const traits = traitsByModel[parsed.output.model];
    if (!traits) return error(404, 'not_found_error');
    const refusal = refusalOf(parsed.output, traits);
    if (refusal) refusals.push(refusal);
    if (refusal) return error(400, 'invalid_request_error');
    calls.push(parsed.output);
    const moves = double.script(parsed.output);
    if (typeof moves === 'number') return error(moves, 'api_error');
    const thinks = (parsed.output.thinking?.type ?? traits.defaultThinking) === 'adaptive';
    const thoughts: Thought[] = thinks ? [thinkingBlock] : [];
    const content = moves.map((move, nth) =>
      'name' in move
        ? { type: 'tool_use', caller: { type: 'direct' }, id: `toolu_${calls.length}${nth}`, ...move }
        : { type: 'text', ...move },
    );
    const message = {
      id: `msg_${calls.length}`,
      type: 'message',
      role: 'assistant',
      model: parsed.output.model,
    };
    const usage = { input_tokens: Math.ceil(body.length / 4), output_tokens: 80 };
    return {
      status: 200,
      answer: {
        ...message,
        content: [...thoughts, ...content],
        usage,
        stop_sequence: null,
        stop_reason:
          moves.length === 0 ? 'refusal' : moves.some((move) => 'name' in move) ? 'tool_use' : 'end_turn',
      },
    };
  }

  return {
    calls,
    requests,
    refusals,
    double,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
