import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import type { Move } from './scripted-model.ts';

/** What the provider wants of a request (Messages API, 2026-10-21), as far as we use it; strict, so that nothing more is sent. */
const Block = v.variant('type', [
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
  ),
  tools: v.array(
    v.strictObject({ name: v.string(), description: v.string(), input_schema: v.looseObject({}) }),
  ),
  tool_choice: v.strictObject({ type: v.literal('any') }),
  thinking: v.strictObject({ type: v.literal('disabled') }),
});
export type ModelCall = v.InferOutput<typeof Request>;

/** A double of the model's provider: speaks its protocol over HTTP, and does what the test says. */
export async function startModelDouble({ apiKey }: { apiKey: string }) {
  const calls: ModelCall[] = [];
  const heard: string[] = [];
  const double = {
    /** What the model does; a number: the provider's status. */
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
    heard.push(JSON.stringify(request.headers) + body);
    const { status, answer } = answerTo(request, body);
    await new Promise((resolve) => setTimeout(resolve, double.delayMs));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  function answerTo({ method, url, headers }: IncomingMessage, body: string) {
    const error = (status: number, type: string) => ({
      ...{ status, answer: { type: 'error', error: { type, message: 'no' } } },
    });
    if (method !== 'POST' || url !== '/v1/messages') return error(404, 'not_found_error');
    if (headers.authorization !== `Bearer ${apiKey}`) return error(401, 'authentication_error');
    if (headers['anthropic-version'] !== '2026-10-21') return error(400, 'invalid_request_error');
    const parsed = v.safeParse(Request, JSON.parse(body));
    if (!parsed.success) return error(400, 'invalid_request_error');
    calls.push(parsed.output);
    const moves = double.script(parsed.output);
    if (typeof moves === 'number') return error(moves, 'api_error');
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
      answer: { ...message, content, stop_reason: 'tool_use', stop_sequence: null, usage },
    };
  }

  return {
    calls,
    /** All that came over the wire, headers too. */
    heard,
    double,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
