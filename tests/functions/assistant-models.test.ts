/** Each current model is called, and a simulated service refuses what the real one refuses. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createModel, usualModel } from '#server/model.ts';
import { compose } from '#functions/assistant/compose.ts';
import { startModelDouble } from '#support/model-double.ts';
import { answerMoves } from '#support/scripted-model.ts';

const key = 'sk-ant-double';
const lunch = { id: 'lunch', title: 'Is lunch included?', text: 'Lunch is included every day.' };
let provider: Awaited<ReturnType<typeof startModelDouble>>;
beforeAll(async () => {
  provider = await startModelDouble({ apiKey: key });
});
afterAll(() => provider.stop());
beforeEach(() => {
  for (const list of [provider.calls, provider.requests, provider.refusals]) list.splice(0);
});

const ask = (name?: string) => {
  const model = createModel({
    ASSISTANT_API_KEY: key,
    ASSISTANT_MODEL: name,
    ASSISTANT_API_URL: provider.url,
  });
  if (!model) throw new Error('There is a key.');
  return compose(
    { question: 'lunch and camp price', passages: [lunch], parts: [] },
    {
      model,
      currentOffers: () => Promise.resolve(['Spark Camp, S$549 today']),
      signal: AbortSignal.timeout(2000),
    },
  );
};

test.each([
  [undefined, usualModel],
  ['claude-haiku-4-5', 'claude-haiku-4-5'],
  ['claude-sonnet-5', 'claude-sonnet-5'],
  ['claude-sonnet-5-5', 'claude-sonnet-5-5'],
  ['claude-opus-5-5', 'claude-opus-5-5'],
  ['claude-fable-5-2', 'claude-fable-5-2'],
])('the model gets the offers from us, and answers: %s', async (name, expectedModel) => {
  provider.double.script = ({ messages }) =>
    messages.length === 1
      ? [{ name: 'current_offers', input: { part: 'camps' } }]
      : answerMoves('Spark Camp costs S$549 today.', ['lunch']);
  expect(await ask(name)).toMatchObject({ answer: { text: 'Spark Camp costs S$549 today.' } });
  expect(provider.refusals).toEqual([]);
  expect(provider.calls.map(({ model }) => model)).toEqual([expectedModel, expectedModel]);
});

test.each(['claude-sonnet-4-5', 'claude-3-haiku-20240307'])(
  'a retired model answers nothing: %s',
  async (name) => {
    provider.double.script = () => answerMoves('Lunch is included every day.', ['lunch']);
    await expect(ask(name)).rejects.toMatchObject({ status: 404 });
    expect(provider.calls).toEqual([]);
  },
);

test.each([
  [
    'the model answers without calling a tool',
    'claude-opus-5-5',
    [{ text: 'Lunch is included every day.' }],
    'no tool',
  ],
  ['the provider does not let the model answer', usualModel, [], 'no tool'],
])('if %s, the search answers instead', async (_, name, modelReply, why) => {
  provider.double.script = () => modelReply;
  expect(await ask(name)).toMatchObject({ answer: null, why });
});

test('the double refuses what the real service refuses', async () => {
  const send = async (model: string, more: object) => {
    const response = await fetch(`${provider.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'anthropic-version': '2026-10-21' },
      body: JSON.stringify({
        model,
        max_tokens: 9,
        system: '',
        tools: [],
        messages: [{ role: 'user', content: 'lunch' }],
        ...more,
      }),
    });
    return response.status;
  };
  const [any, auto] = [{ tool_choice: { type: 'any' } }, { tool_choice: { type: 'auto' } }];
  const off = { thinking: { type: 'disabled' } };
  provider.double.script = () => [];
  expect(await send('claude-opus-5-5', auto)).toBe(200);
  for (const [model, more] of [
    ['claude-opus-5-5', any],
    ['claude-sonnet-5-5', any],
    ['claude-opus-5-5', { ...auto, ...off }],
    ['claude-sonnet-5-5', { ...auto, ...off }],
    // This model thinks by default, and its tools cannot be forced while it thinks.
    [usualModel, any],
    ['claude-haiku-4-5', { ...auto, output_config: { effort: 'low' } }],
  ] as const)
    expect(await send(model, more), `${model} ${JSON.stringify(more)}`).toBe(400);
  expect(await send('claude-sonnet-4-5', auto)).toBe(404);
});
