import { expect, it } from 'vitest';
import { offMessages } from '#features/family/today/messages.ts';

it.each([
  [null, 'Kai.'],
  ['Too wet', 'Kai. Too wet.'],
  ['Too wet. ', 'Kai. Too wet.'],
  ['Thunder!', 'Kai. Thunder!'],
])('the reason %j is added as a sentence', (reason, text) => {
  expect(offMessages.who('Kai', reason)).toBe(text);
});
