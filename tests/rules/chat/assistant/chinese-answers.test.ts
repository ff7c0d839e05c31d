/** Tests the Chinese site's answers, whose modules a build replaces with their Chinese neighbours. */
import { runnerImport } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { neighbours } from '#build/language.ts';
import { factId } from '#features/chat/assistant/recognise.ts';
import type * as answerModule from '#features/chat/assistant/answer.ts';
import type * as indexModule from '#domain/search/passages-index.ts';
import type { Passage } from '#contract/assistant.ts';
import { hasChinese } from '#contract/chinese-questions.ts';
import { illnessQuestions } from '#support/assistant-questions.ts';

const load = async <T>(file: string) =>
  (await runnerImport<T>(`${process.cwd()}/src/${file}`, { plugins: [neighbours('zh')], logLevel: 'error' }))
    .module;

const passages: Passage[] = [
  {
    id: 'allergy',
    kind: 'faq',
    topic: 'camps',
    title: '孩子过敏可以参加营吗？',
    text: '可以。',
    href: '/camps#allergy',
    where: '假期营',
  },
];

let answer: ReturnType<typeof answerModule.createAnswers>;
beforeAll(async () => {
  const { createAnswers } = await load<typeof answerModule>('features/chat/assistant/answer.ts');
  const { makeIndex } = await load<typeof indexModule>('domain/search/passages-index.ts');
  answer = createAnswers({ passages, tiers: [], index: JSON.parse(JSON.stringify(makeIndex(passages))) });
});
const answersTo = (question: string) => {
  const { parts, person } = answer(question);
  return person
    ? [person]
    : parts.map((part) => (part.kind === 'fact' ? factId(part.fact) : part.passage.id));
};

test('a plain question is answered by a fact', () => {
  expect(answersTo('7岁可以参加营吗')).toEqual(['age:camps']);
  expect(answersTo('体验课多少钱')).toEqual(['cost:tryout']);
});

test.each([...illnessQuestions.filter(hasChinese), '孩子过敏可以参加营吗？'])(
  'a question about an illness is never answered by a program: %s',
  (question) => {
    expect(answersTo(question)).toEqual(['health']);
    expect(answer(question).parts).toEqual([]);
  },
);

test.each([
  ['谁来接7岁的孩子', 'people'],
  ['我要投诉教练，营多少钱', 'people'],
  ['我的订单没收到，营多少钱', 'booking'],
])('a question for staff is never answered by a program: %s', (question, reason) =>
  expect(answersTo(question)).toEqual([reason]),
);
