import { beforeAll, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import type { Knowledge } from '#contract/assistant.ts';
import { stateFact } from '#features/chat/assistant/facts/state-fact.ts';
import { recognise } from '#features/chat/assistant/recognise.ts';
import { createAnswers } from '#features/chat/assistant/answer.ts';
import { evaluate, seedKnowledge } from '#support/assistant.ts';
import { evaluateWithModel, copyingModel, lyingModel } from '#support/assistant-model.ts';
import { world } from '#support/assistant-world.ts';
import { parentQuestions } from '#support/parent-questions.ts';

let knowledge: Knowledge;
beforeAll(async () => {
  knowledge = await seedKnowledge();
});

describe('a hundred questions of parents', () => {
  test('are all different', () => {
    expect(new Set(parentQuestions.map(({ question }) => question)).size).toBe(100);
  });

  test('have at least 85 right answers in first place, and no answer about offers that were not asked for', () => {
    const evaluations = evaluate(knowledge);
    expect(
      evaluations
        .filter(({ hasWrongFact }) => hasWrongFact)
        .map(({ question: parentQuestion }) => parentQuestion.question),
    ).toEqual([]);
    expect(evaluations.filter(({ right }) => right).length).toBeGreaterThanOrEqual(85);
  });

  test('get as many right answers from a model that quotes, and show nothing of a model that invents numbers', async () => {
    const without = evaluate(knowledge).filter(({ right }) => right).length;
    const quotingModel = await evaluateWithModel(knowledge, copyingModel());
    expect(quotingModel.filter(({ text }) => text).length).toBeGreaterThan(30);
    expect(quotingModel.filter(({ right }) => right).length).toBeGreaterThanOrEqual(without);
    expect(quotingModel.flatMap(({ invented: inventedNumbers }) => inventedNumbers)).toEqual([]);
    const inventingModel = await evaluateWithModel(knowledge, lyingModel());
    expect(inventingModel.flatMap(({ text }) => text ?? [])).toEqual([]);
    expect(inventingModel.filter(({ right }) => right).length).toBe(without);
  });

  test('expect only existing passages and facts', () => {
    const passageIds = new Set(knowledge.passages.map(({ id }) => id));
    const expected = parentQuestions.flatMap(({ right = [], all = [] }) => [...right, ...all.flat()]);
    const factPattern = /^(cost|free|age|hours|place|refund):|^person$/;
    const missing = expected.filter((id) => !factPattern.test(id) && !passageIds.has(id));
    expect(missing).toEqual([]);
  });

  test('have no number in a fact that the current offers do not contain', () => {
    for (const { question } of parentQuestions) {
      const { facts, details } = recognise(
        question.toLowerCase().replace(/[^a-z0-9 ]/g, ''),
        knowledge.tiers,
      );
      for (const fact of facts)
        for (const line of stateFact(fact, world, details, question)?.lines ?? [])
          for (const [amount] of line.matchAll(/S\$[\d,.]*\d/g)) {
            const cents = Number(amount.replace(/[S$,]/g, '')) * 100;
            const each = world.offers.map(({ price_cents, details: of }) =>
              Math.round(price_cents / (of.sessions ?? 1)),
            );
            const rebates = world.offers.map(({ details: of }) => of.sibling_rebate?.cents);
            const transportPrices = world.offers
              .flatMap(({ details: of }) => of.transport ?? [])
              .map((choice) => choice.price_cents);
            const camps = world.camps.map(({ priceCents }) => priceCents);
            const offers = world.offers.map(({ price_cents }) => price_cents);
            expect(
              [...each, ...rebates, ...transportPrices, ...camps, ...offers],
              `${question}: ${line}`,
            ).toContain(Math.round(cents));
          }
    }
  });
});

describe('the assistant’s knowledge', () => {
  test('links each passage to its section of a page', () => {
    for (const { id, kind, href } of knowledge.passages)
      if (kind !== 'written') expect(href, id).toMatch(/^\/[a-z/-]*#\S+$/);
  });

  test('is less than 50 kB compressed', () => {
    expect(gzipSync(JSON.stringify(knowledge)).length).toBeLessThan(50_000);
  });

  test('prefers answers written by marketing, but only for their questions', () => {
    const answer = createAnswers(knowledge);
    const idsOf = (question: string) =>
      answer(question).parts.map((part) => (part.kind === 'passage' ? part.passage.id : part.kind));
    expect(idsOf('can i speak to a human')).toEqual(['answer-person']);
    expect(idsOf('are you hiring coaches?')).toEqual(['answer-jobs']);
    expect(idsOf('who are the coaches')).not.toContain('answer-jobs');
    expect(idsOf('How do I stop Flexi?')).toEqual(['answer-stop-flexi']);
    expect(idsOf('What time is pickup?')).toEqual(['answer-pick-up-time']);
    expect(idsOf('who can collect my child')).not.toContain('answer-pick-up-time');
  });

  test.each([
    ['what if my kid cries', 'faq-epic-3'],
    ['do coaches have police checks', 'about-coaches'],
    ['can grandma pay', 'faq-booking-6'],
  ])('finds “%s” by words that our pages do not use', (question, id) => {
    expect(createAnswers(knowledge)(question).parts).toMatchObject([{ passage: { id } }]);
  });
});
