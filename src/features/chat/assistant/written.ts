import type { Knowledge, ModelQuestion } from '#contract/assistant.ts';
import type { askModel } from '#api/assistant-model.ts';
import type { Plan } from './answer.ts';
import { needs } from './facts/world.ts';
import { linkTo } from './reply.ts';
import type { Shown, ShownPart } from './shown.ts';

export type AskModel = typeof askModel;

/**
 * The question for a language model; null if none is needed or allowed. Live data and texts of marketing need none; a
 * question from which something was removed, or that a person should answer, must not be sent.
 */
export function questionFor(question: string, plan: Plan, knowledge: Knowledge): ModelQuestion | null {
  if (!knowledge.model || plan.person !== null || question.includes('[hidden]')) return null;
  const facts = plan.parts.flatMap((part) => (part.kind === 'fact' ? [part.fact] : []));
  const quoted = plan.parts.flatMap((part) => (part.kind === 'passage' ? [part.passage] : []));
  if (quoted.some(({ kind }) => kind === 'written') || (quoted.length === 0 && !plan.isMore)) return null;
  const ids = new Set([...quoted, ...plan.near].map(({ id }) => id));
  return { question, passages: [...ids].slice(0, 6), parts: [...new Set(facts.flatMap(needs))] };
}

/**
 * The model's answer, with links from our own content only; null if it names no source, so that the search's answer is
 * shown.
 */
export function shownAs(
  written: Awaited<ReturnType<AskModel>>,
  { passages }: Knowledge,
  searched: Shown,
): Shown | null {
  if (!written) return null;
  const used = passages.filter(({ id, kind }) => kind !== 'written' && written.passages.includes(id));
  const facts = searched.parts.flatMap((part) => (part.kind === 'fact' ? [part] : []));
  const sources = [...facts.map(({ where, href }) => ({ where, href })), ...used.map(linkTo)];
  if (sources.length === 0) return null;
  const part: ShownPart = { kind: 'composed', text: written.text, sources: unique(sources).slice(0, 3) };
  const known = new Set(part.sources.map(({ href }) => href));
  return { ...searched, note: '', parts: [part], more: searched.more.filter(({ href }) => !known.has(href)) };
}

const unique = (links: Shown['more']): Shown['more'] => [
  ...new Map(links.map((link) => [link.href, link])).values(),
];
