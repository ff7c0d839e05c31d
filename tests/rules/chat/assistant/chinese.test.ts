import { describe, expect, test } from 'vitest';
import { findOffers, type World } from '#features/chat/assistant/facts/world.ts';
import { listNames } from '#features/chat/assistant/facts/world.zh.ts';
import { recognise } from '#features/chat/assistant/recognise.zh.ts';
import { findSubjects } from '#features/chat/assistant/subjects.zh.ts';
import { toEnglish } from '#features/chat/assistant/chinese-words.ts';

const tiers = [
  { id: 'spark', name: 'Spark 营', days: 3 },
  { id: 'trail-week', name: 'Trail Week', days: 5 },
];

/** The search divides a Chinese question into characters before it is recognised. */
const divide = (question: string) => question.replace(/(\p{Script=Han})/gu, ' $1 ').trim();

describe('a Chinese question is recognised like its English one', () => {
  test.each([
    ['体验课多少钱', 'cost', 'tryout'],
    ['spark 营什么时候还有名额', 'free', 'tier:spark'],
    ['探险营什么时候还有名额', 'free', 'camps'],
    ['trail week 多少钱', 'cost', 'tier:trail-week'],
    ['假期营在哪里', 'place', 'camps'],
    ['滑板派对的费用', 'cost', 'birthday-skate'],
    ['周六还有课吗', 'free', 'classes'],
    ['假期营几点开始', 'hours', 'camps'],
    ['学期卡可以退款吗', 'refund', 'term'],
    ['双胞胎有优惠吗', 'cost', 'sibling'],
    ['接送费用多少', 'cost', 'transport'],
  ])('%s', (question, ask, subject) => {
    expect(recognise(divide(question), tiers).facts).toEqual([{ ask, subject }]);
    expect(findSubjects(divide(question), tiers).subjects[0]).toBe(subject);
  });

  test.each([
    ['12月有营吗', { month: 12, facts: ['free'] }],
    ['十二月的假期营还有名额吗', { month: 12, facts: ['free'] }],
    ['七岁可以参加营吗', { age: 7, facts: ['age'] }],
    ['12岁可以参加假期营吗', { age: 12, facts: ['age'] }],
    ['星期三有课吗', { days: ['Wednesday'], facts: ['free'] }],
    ['每周一有课吗', { days: ['Monday'], facts: ['free'] }],
    ['周六日有课吗', { days: ['Saturday', 'Sunday'], facts: ['free'] }],
    ['每周一次的课多少钱', { days: [], facts: ['cost'] }],
    ['一周五天的营多少钱', { days: [], facts: ['cost'] }],
    ['一周三次课多少钱', { days: [], facts: ['cost'] }],
    ['两个星期三次课多少钱', { days: [], facts: ['cost'] }],
    ['一月一次的课多少钱', { month: null, facts: ['cost'] }],
    ['二十一岁可以参加营吗', { age: null, facts: ['age'] }],
    ['二十五岁可以参加营吗', { age: null, facts: ['age'] }],
    ['十三岁可以参加营吗', { age: 13, facts: ['age'] }],
    ['十岁可以参加营吗', { age: 10, facts: ['age'] }],
    ['两岁可以参加营吗', { age: 2, facts: ['age'] }],
    ['七周岁可以参加营吗', { age: 7, facts: ['age'] }],
    ['五六岁可以参加营吗', { age: null, facts: ['age'] }],
    ['5到7岁可以参加营吗', { age: null, facts: ['age'] }],
    ['营业时间', { facts: [] }],
    ['营养午餐价格', { facts: [] }],
  ])('%s, with its details', (question, { facts, ...details }) => {
    const found = recognise(divide(question), tiers);
    expect(found.details).toMatchObject(details);
    expect(found.facts.map(({ ask }) => ask)).toEqual(facts);
  });

  test('and what the rules do not know is left to the search', () => {
    expect(recognise(divide('孩子要带午餐吗'), tiers).facts).toEqual([]);
    // The page does not decide what these questions are about either.
    expect(recognise(divide('营业时间'), tiers, 'camps').facts).toEqual([]);
    expect(toEnglish(divide('改期可以退款吗'))).toBe('reschedule refund');
  });
});

test('names are listed with the Chinese comma', () => {
  expect(listNames(['Spark', 'Ignite'])).toBe('Spark、Ignite');
  expect(findOffers('camps', { offers: [] satisfies World['offers'] })).toEqual([]);
});
