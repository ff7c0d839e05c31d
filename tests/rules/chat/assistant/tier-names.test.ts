/** The assistant recognises the tiers of camps that marketing made (decisions "Tiers are content"). */
import { expect, test } from 'vitest';
import { lexiconWith } from '#features/chat/assistant/lexicon.ts';
import { topicOf } from '#features/chat/assistant/next-steps.ts';
import { factId, recognise } from '#features/chat/assistant/recognise.ts';

const tiers = [
  { id: 'spark', name: 'Spark Camp', days: 3 },
  { id: 'ignite', name: 'Ignite Camp', days: 5 },
  { id: 'epic', name: 'EPIC Camp', days: 5 },
  { id: 'trail-week', name: 'Trail Week', days: 4 },
  { id: 'holiday', name: 'Holiday Camp', days: 2 },
];

test.each([
  ['how much is trail week', ['cost:trail-week']],
  ['trail week dates', ['free:trail-week']],
  ['how much is the 4 day camp', ['cost:trail-week']],
  ['price of the three days camp', ['cost:spark']],
  // Two tiers have five days, so the number names none of them.
  ['how much is the 5 day camp', ['cost:camps']],
  ['how much is ignite', ['cost:ignite']],
])('%s', (question, facts) => {
  expect(recognise(question, tiers).facts.map(factId)).toEqual(facts);
});

test('a name that is an everyday word counts only beside “camp”', () => {
  const subjects = (question: string) => recognise(question, tiers).facts.map(({ subject }) => subject);
  expect(subjects('how much is the holiday camp')).toEqual(['tier:holiday']);
  expect(subjects('how much are the holiday packages')).toEqual(['holiday']);
});

test('without a list of tiers, a name is left to the search', () => {
  const { facts, leftover } = recognise('how much is trail week', []);
  expect([facts, leftover]).toEqual([[], ['trail']]);
  expect(lexiconWith([]).has('trail')).toBe(false);
  expect(lexiconWith(tiers).has('trail')).toBe(true);
});

test('a tier with a page of its own is that topic, and another is a camp', () => {
  expect([topicOf('tier:epic'), topicOf('tier:trail-week')]).toEqual(['epic', 'camps']);
});
