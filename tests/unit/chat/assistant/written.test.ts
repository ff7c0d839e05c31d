import { expect, test, vi } from 'vitest';
import type { Knowledge, Passage } from '#contract/assistant.ts';
import { makeIndex } from '#domain/search/passages-index.ts';
import { createConversation, type Outcome } from '#features/chat/assistant/store.ts';
import type { AskModel } from '#features/chat/assistant/model-answer.ts';
import { world } from '#support/assistant-world.ts';

const passage = (id: string, title: string, text: string, more: Partial<Passage> = {}): Passage => ({
  id,
  kind: 'faq',
  topic: 'camps',
  title,
  text,
  href: `/camps#${id}`,
  where: `Holiday camps · ${title}`,
  ...more,
});
const passages = [
  passage('lunch', 'Is lunch included?', 'Yes, with water and fruit all day.'),
  passage('rain', 'What happens when it rains?', 'Rain is a mission of its own.'),
  passage('jobs', 'Are you hiring?', 'Write to us.', { kind: 'written', href: 'https://elsewhere.example/' }),
];
const knowledge: Knowledge = {
  words: { heading: '', opening: '', disclosure: '', placeholder: '', nothing: '', person: '' },
  suggestions: [],
  whatsapp: '',
  passages,
  places: [],
  tiers: [{ id: 'spark', name: 'Spark Camp', days: 3 }],
  model: true,
  index: JSON.parse(JSON.stringify(makeIndex(passages))),
};

function start(writes: AskModel, { model = true } = {}) {
  const askModel = vi.fn<AskModel>(writes);
  const count = vi.fn<(outcome: Outcome) => void>();
  const conversation = createConversation({
    askModel,
    count,
    saveTurns: () => undefined,
    readSavedTurns: () => [],
    isOffline: () => false,
    load: () => Promise.resolve({ ...knowledge, model }),
    fetchLiveData: () => Promise.resolve(world),
    page: { topic: null, subject: null },
  });
  return { ...conversation, askModel, count, parts: () => conversation.$turns.get().at(-1)?.shown?.parts };
}
const answerWith = (text: string, ids: string[]) => () => Promise.resolve({ text, passages: ids });

test('shows the written answer with links from our own content only', async () => {
  const { ask, askModel, parts, count } = start(
    answerWith('Lunch comes with fruit.', ['lunch', 'jobs', 'nowhere']),
  );
  await ask('is lunch included');
  expect(askModel).toHaveBeenCalledWith({ question: 'is lunch included', passages: ['lunch'], parts: [] });
  expect(parts()).toEqual([
    {
      kind: 'composed',
      text: 'Lunch comes with fruit.',
      sources: [{ where: 'Is lunch included?', href: '/camps#lunch' }],
    },
  ]);
  expect(count).toHaveBeenCalledWith({ question: 'is lunch included', outcome: 'passage' });
});

test.each<[string, AskModel]>([
  ['nothing came in time', () => Promise.resolve(null)],
  ['it failed', () => Promise.reject(new Error('down'))],
  ['its answer has no source of ours', answerWith('Lunch is free.', ['nowhere'])],
])('shows the search result if %s', async (_, writes) => {
  const { ask, parts } = start(writes);
  await ask('is lunch included');
  expect(parts()).toMatchObject([{ kind: 'quote', text: 'Yes, with water and fruit all day.' }]);
});

test.each([
  ['a person should answer', 'my daughter has asthma, is lunch safe'],
  ['an illness is named', 'lina tan peanut allergy, is lunch included'],
  ['something was cut out', 'is lunch included? call 9123 4567'],
  ['it is in Chinese', '有 lunch 吗 is lunch included'],
  ['it is outside the programme', 'do you teach piano'],
  ['marketing wrote the answer', 'are you hiring'],
  ['the till answers by itself', 'how much is spark'],
])('does not call the model if %s', async (_, question) => {
  const { ask, askModel } = start(answerWith('Something.', ['lunch']));
  await ask(question);
  expect(askModel).not.toHaveBeenCalled();
});

test('the assistant does not call the model if the build has none', async () => {
  const { ask, askModel } = start(answerWith('Something.', ['lunch']), { model: false });
  await ask('is lunch included');
  expect(askModel).not.toHaveBeenCalled();
});

test('prefetches the data for a question in two parts, and links both sources', async () => {
  const { ask, askModel, parts } = start(answerWith('Spark costs S$549, and lunch is included.', ['lunch']));
  await ask('how much is spark, and is lunch included?');
  expect(askModel.mock.lastCall?.[0]).toMatchObject({ parts: ['offers', 'camps'] });
  expect(parts()).toMatchObject([
    { kind: 'composed', sources: [{ href: '/camps#packages' }, { href: '/camps#lunch' }] },
  ]);
});
