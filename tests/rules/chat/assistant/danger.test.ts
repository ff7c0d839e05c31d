import { hasChinese, namesSomebodyInChinese } from '#contract/chinese-questions.ts';
import { isDanger } from '#contract/danger.ts';
import { handOverReasonOf, namesIllness } from '#contract/hand-over.ts';
import { expect, test } from 'vitest';
import {
  chineseNames,
  dangerQuestions,
  illnessQuestions,
  plainQuestions,
} from '#support/assistant-questions.ts';

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

test.each(illnessQuestions.filter(hasChinese))(
  'a Chinese question about an illness goes to staff: %s',
  (question) => expect(handOverReasonOf(question)).toBe('health'),
);

test.each([
  ['谁可以接孩子', 'people'],
  ['还有谁报名了', 'people'],
  ['陈伟明报名了吗', 'people'],
  ['教练的电话是多少', 'people'],
  ['教练打我的孩子', 'people'],
  ['我要投诉', 'people'],
  ['我的订单还没收到', 'booking'],
  ['我付了钱，但是没有确认', 'booking'],
  ['我的退款什么时候到', 'booking'],
  ['我被扣了两次款', 'booking'],
  ['忘记密码了', 'booking'],
])('a Chinese question that a program cannot answer goes to staff: %s', (question, reason) =>
  expect(handOverReasonOf(question)).toBe(reason),
);

test.each([
  '体验课多少钱',
  'spark营什么时候还有名额',
  '学期卡可以退款吗',
  '孩子7岁可以参加营吗',
  '教练说中文吗',
  '有折扣没有',
  '下雨怎么办',
  '午餐包括吗',
  '天气炎热怎么办',
])('a plain Chinese question is answered: %s', (question) =>
  expect([handOverReasonOf(question), isDanger(question)]).toEqual([null, false]),
);

test('spaces between Chinese characters hide no emergency', () =>
  expect(isDanger('孩子 流 血 不止')).toBe(true));

test.each(chineseNames)('a Chinese question names somebody: %s', (question) =>
  expect([hasChinese(question), namesSomebodyInChinese(question)]).toEqual([true, true]),
);
test.each(['体验课多少钱', '地址在哪里', '营叫什么名称'])('a Chinese question names nobody: %s', (question) =>
  expect(namesSomebodyInChinese(question)).toBe(false),
);
