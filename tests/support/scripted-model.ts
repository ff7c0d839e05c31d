import { usualModel, type Model, type ModelRequest } from '#server/model.ts';

/** What a model does in one round: it uses a tool, or writes a text. */
export type Move = { name: string; input: unknown } | { text: string };

/** The block that a thinking model adds to its answer and needs back unchanged. */
export const thinkingBlock = { type: 'thinking' as const, thinking: '', signature: 'signed-by-its-provider' };
export type Thought = typeof thinkingBlock;

/** A fake model that makes the moves of `script` in each round. */
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

/** Moves that answer with this text and name these passages as its sources. */
export const answerMoves = (text: string, passages: readonly string[]) => [
  { name: 'answer', input: { text, passages } },
];

/** Returns the model's input: the question, passages and facts about offers. */
export function inputOf({ messages: [first] }: ModelRequest): unknown {
  return typeof first?.content === 'string' ? JSON.parse(first.content) : null;
}
