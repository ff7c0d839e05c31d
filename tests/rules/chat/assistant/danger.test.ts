import { isDanger } from '#contract/danger.ts';
import { handOverReasonOf, namesIllness } from '#contract/hand-over.ts';
import { expect, test } from 'vitest';
import { dangerQuestions, illnessQuestions, plainQuestions } from '#support/assistant-questions.ts';

test.each(dangerQuestions)('the question is recognised as an emergency: %s', (question) =>
  expect(isDanger(question)).toBe(true),
);
test.each(illnessQuestions)('the question is recognised as an illness that is no emergency: %s', (question) =>
  expect([namesIllness(question), isDanger(question)]).toEqual([true, false]),
);
test.each(plainQuestions)('the question is recognised as neither: %s', (question) =>
  expect([namesIllness(question), isDanger(question)]).toEqual([false, false]),
);

test.each(['my son has a heart condition', 'our daughter had surgery', 'she is diabetic'])(
  'a question about the health of one child goes to staff: %s',
  (question) => expect(handOverReasonOf(question)).toBe('health'),
);
