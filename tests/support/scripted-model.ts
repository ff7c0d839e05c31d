import { usualModel, type Model, type ModelRequest } from '#server/model.ts';

/** What a model does in a round: uses a tool, or says something beside one. */
export type Move = { name: string; input: unknown } | { text: string };

/** What a model that thinks sends along, and wants back as it was. */
export const thought = { type: 'thinking' as const, thinking: '', signature: 'signed-by-its-provider' };
export type Thought = typeof thought;

/** A model that does what it is told to do, in a test: one list of moves a round, the last one again and again. */
export function scriptedModel(script: (request: ModelRequest, round: number) => readonly Move[]) {
  const requests: ModelRequest[] = [];
  const model: Model = {
    name: usualModel,
    ask(request) {
      const moves = script(
        request,
        requests.push(structuredClone({ ...request, signal: undefined }) as never) - 1,
      );
      const content = moves.map((move, nth) =>
        'name' in move ? { type: 'tool_use', id: `use-${nth}`, ...move } : { type: 'text', ...move },
      );
      return Promise.resolve({ content, usage: { input: 2000, output: 80 } });
    },
  };
  return { model, requests };
}

/** Answers with this text, and says that it stands on these passages. */
export const saying = (text: string, passages: readonly string[]) => [
  { name: 'answer', input: { text, passages } },
];

/** What a model is given: the question, passages and what the till says, as one text. */
export function givenTo({ messages: [first] }: ModelRequest): unknown {
  return typeof first?.content === 'string' ? JSON.parse(first.content) : null;
}
