import { isDanger } from '#contract/danger.ts';
import { namesIllness } from '#contract/hand-over.ts';
import { expect, test } from 'vitest';
import { dangerQuestions, illnessQuestions, plainQuestions } from '#support/assistant-questions.ts';

test.each(dangerQuestions)('is an emergency: %s', (question) => expect(isDanger(question)).toBe(true));
test.each(illnessQuestions)('names an illness, and no emergency: %s', (question) =>
  expect([namesIllness(question), isDanger(question)]).toEqual([true, false]),
);
test.each(plainQuestions)('is neither: %s', (question) =>
  expect([namesIllness(question), isDanger(question)]).toEqual([false, false]),
);
