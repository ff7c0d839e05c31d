import type { Knowledge, Passage, Topic } from '#contract/assistant.ts';
import { stem, extractTerms } from '#domain/search/terms.ts';
import { handOverReasonInChinese } from '#contract/chinese-questions.ts';
import { handOverReasonOf, type HandOverReason } from '#contract/hand-over.ts';
import { lexiconWith } from './lexicon.ts';
import { recognise, type Details, type Fact } from './recognise.ts';
import { createSearch } from './search.ts';
import { findSubjects, type Page } from './subjects.ts';
import { topicOf } from './next-steps.ts';

export type Part = { kind: 'fact'; fact: Fact } | { kind: 'passage'; passage: Passage };

export interface Plan {
  parts: Part[];
  more: Passage[];
  details: Details;
  topic: Topic | null;
  near: Passage[];
  isMore: boolean;
  /** The passage that fits best. It is shown if live data are missing or contain no answer. */
  instead: Passage | null;
  words: string;
  /** The reason why a member of staff should answer, or null if there is an answer. */
  person: HandOverReason | null;
}

/**
 * The smallest share of the question that a passage must cover. A passage that covers less is about
 * something else.
 */
const ENOUGH = 0.58;
/**
 * The smallest share that a passage must cover to answer a second question, if the answer already
 * states a fact.
 */
const SURE = 0.7;
const MORE = 2;
const NEAR = 5;

export function createAnswers(knowledge: Pick<Knowledge, 'passages' | 'index' | 'tiers'>) {
  const { tiers } = knowledge;
  const lexicon = lexiconWith(tiers);
  const search = createSearch(knowledge);

  return (question: string, page: Page = { topic: null, subject: null }): Plan => {
    const correctedQuestion = search.correct(question, lexicon);
    const { facts, details, leftover } = recognise(correctedQuestion, tiers, page.subject);
    const topic = topicOf(findSubjects(correctedQuestion, tiers).subjects[0]) ?? page.topic;
    const emptyPlan: Plan = {
      parts: [],
      more: [],
      near: [],
      isMore: leftover.length > 0,
      details,
      topic,
      instead: null,
      words: correctedQuestion,
      person: null,
    };
    // The correction may hide a Chinese word for an illness.
    const reason = handOverReasonOf(correctedQuestion) ?? handOverReasonInChinese(question);
    if (reason) return { ...emptyPlan, person: reason };
    const results = search.find(correctedQuestion, topic);
    // An answer that staff wrote is used only for exactly its own question, and without any other answer.
    const writtenAnswer = results.find(
      ({ passage, covered, fit }) => passage.kind === 'written' && covered >= SURE && fit === 1,
    );
    if (writtenAnswer) return { ...emptyPlan, parts: [passagePart(writtenAnswer.passage)] };
    const matches = results.filter(({ passage, covered }) => passage.kind !== 'written' && covered >= ENOUGH);
    const best = matches[0]?.passage ?? null;
    const secondQuestion = findSecondQuestion(question, correctedQuestion, leftover, facts);
    const factParts = secondQuestion.replacesFacts
      ? []
      : facts.map((fact) => ({ kind: 'fact' as const, fact }));
    const quotedParts =
      factParts.length + secondQuestion.passages.length === 0 && best
        ? [passagePart(best)]
        : secondQuestion.passages;
    const parts: Part[] = [...factParts, ...quotedParts];
    if (parts.length === 0) return { ...emptyPlan, person: 'unknown' };
    const about = topic ?? (quotedParts[0] ? quotedParts[0].passage.topic : null);
    const nearResults = results.filter(({ passage }) => passage.kind !== 'written').slice(0, NEAR);
    return {
      ...emptyPlan,
      parts,
      topic: about,
      instead: best,
      more: otherPassages(matches, parts),
      near: nearResults.map(({ passage }) => passage),
    };
  };

  /**
   * Finds passages for what the facts leave unanswered. `replacesFacts` is true if they answer the whole question
   * better.
   */
  function findSecondQuestion(
    question: string,
    words: string,
    leftover: readonly string[],
    facts: readonly Fact[],
  ) {
    if (facts.length === 0 || leftover.length === 0) return { passages: [], replacesFacts: false };
    const clauses = question
      .split(/[?;.,]| and | then /i)
      .filter((clause) => extractTerms(clause).length > 0);
    if (clauses.length < 2) {
      const passages = findByTitle(words, leftover);
      return { passages, replacesFacts: passages.length > 0 };
    }
    const passages = clauses.flatMap((clause) => {
      const correctedClause = search.correct(clause, lexicon);
      const alone = recognise(correctedClause, tiers);
      return alone.facts.length === 0 && alone.leftover.length > 0
        ? findByTitle(correctedClause, alone.leftover)
        : [];
    });
    return { passages: passages.slice(0, 1), replacesFacts: false };
  }

  function findByTitle(words: string, leftover: readonly string[]) {
    const [best] = search
      .find(words, topicOf(findSubjects(words, tiers).subjects[0]) ?? null)
      .filter(({ passage }) => passage.kind !== 'written');
    if (!best || best.covered < SURE || !['faq', 'legal'].includes(best.passage.kind)) return [];
    const title = new Set(extractTerms(best.passage.title));
    return leftover.some((word) => title.has(stem(word))) ? [passagePart(best.passage)] : [];
  }
}

const passagePart = (passage: Passage) => ({ kind: 'passage' as const, passage });

const otherPassages = (matches: readonly { passage: Passage }[], parts: readonly Part[]): Passage[] =>
  matches
    .map(({ passage }) => passage)
    .filter(({ id }) => !parts.some((part) => part.kind === 'passage' && part.passage.id === id))
    .slice(0, MORE);
