import { hasChinese } from '#contract/chinese-questions.ts';
import type { Knowledge, ModelQuestion } from '#contract/assistant.ts';
import type { askModel } from '#api/assistant-model.ts';
import type { Plan } from './answer.ts';
import { liveDataFor } from './facts/world.ts';
import { linkTo } from './reply.ts';
import type { DisplayedAnswer, AnswerPart } from './turns.ts';

export type AskModel = typeof askModel;

/**
 * Returns the question for the model. Returns null if the model must not get it, or if live data or a written answer
 * already answer it.
 */
export function buildModelQuestion(question: string, plan: Plan, knowledge: Knowledge): ModelQuestion | null {
  if (!knowledge.model || plan.person !== null || question.includes('[hidden]') || hasChinese(question))
    return null;
  const facts = plan.parts.flatMap((part) => (part.kind === 'fact' ? [part.fact] : []));
  const quotedPassages = plan.parts.flatMap((part) => (part.kind === 'passage' ? [part.passage] : []));
  if (quotedPassages.some(({ kind }) => kind === 'written') || (quotedPassages.length === 0 && !plan.isMore))
    return null;
  const ids = new Set([...quotedPassages, ...plan.near].map(({ id }) => id));
  return { question, passages: [...ids].slice(0, 6), parts: [...new Set(facts.flatMap(liveDataFor))] };
}

/** Returns the model's answer for display, or null if it names no source. Its links come only from our own content. */
export function displayModelAnswer(
  modelAnswer: Awaited<ReturnType<AskModel>>,
  { passages }: Knowledge,
  searchAnswer: DisplayedAnswer,
): DisplayedAnswer | null {
  if (!modelAnswer) return null;
  const sourcePassages = passages.filter(
    ({ id, kind }) => kind !== 'written' && modelAnswer.passages.includes(id),
  );
  const facts = searchAnswer.parts.flatMap((part) => (part.kind === 'fact' ? [part] : []));
  const sources = [...facts.map(({ where, href }) => ({ where, href })), ...sourcePassages.map(linkTo)];
  if (sources.length === 0) return null;
  const composedPart: AnswerPart = {
    kind: 'composed',
    text: modelAnswer.text,
    sources: uniqueLinks(sources).slice(0, 3),
  };
  const sourceUrls = new Set(composedPart.sources.map(({ href }) => href));
  return {
    ...searchAnswer,
    note: '',
    parts: [composedPart],
    more: searchAnswer.more.filter(({ href }) => !sourceUrls.has(href)),
  };
}

const uniqueLinks = (links: DisplayedAnswer['more']): DisplayedAnswer['more'] => [
  ...new Map(links.map((link) => [link.href, link])).values(),
];
