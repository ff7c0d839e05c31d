import { expect, it } from 'vitest';
import { offWords } from '#features/family/today/messages.ts';

it.each([
  [null, 'Kai.'],
  ['Too wet', 'Kai. Too wet.'],
  ['Too wet. ', 'Kai. Too wet.'],
  ['Thunder!', 'Kai. Thunder!'],
])('the reason %j ends as a sentence does', (reason, said) => {
  expect(offWords.who('Kai', reason)).toBe(said);
});
