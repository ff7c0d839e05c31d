import type { Knowledge, Passage } from '#contract/assistant.ts';
import { extractTerms } from '#domain/search/terms.ts';
import type { Part, Plan } from './answer.ts';
import { stateFact } from './facts/state-fact.ts';
import { liveDataFor, type World } from './facts/world.ts';
import { messages, reasons } from './messages.ts';
import type { DisplayedAnswer, AnswerPart } from './turns.ts';
import { nextStepFor } from './next-steps.ts';
import { withSynonyms } from './synonyms.ts';

type Live = Omit<World, 'places'>;
export type FetchLiveData = (wanted: ReadonlySet<keyof Live>) => Promise<Live | null>;

export async function reply(
  plan: Plan,
  knowledge: Knowledge,
  fetchLiveData: FetchLiveData,
): Promise<DisplayedAnswer> {
  const { words, places } = knowledge;
  const moreLinks = plan.more.map(linkTo);
  const nextStep = plan.person === null ? nextStepFor(plan.topic) : null;
  if (plan.person !== null) {
    const note = plan.person === 'unknown' ? words.nothing : `${reasons[plan.person]} ${words.person}`;
    return { note: note.trim(), parts: [], more: moreLinks, nextStep };
  }
  const facts = plan.parts.flatMap((part) => (part.kind === 'fact' ? [part.fact] : []));
  const liveData = facts.length === 0 ? null : await fetchLiveData(new Set(facts.flatMap(liveDataFor)));
  if (facts.length > 0 && liveData === null) return withoutLiveData(plan, moreLinks);
  const world: World = { offers: [], camps: [], sessions: [], ...liveData, places };
  const parts = plan.parts.flatMap((part) => shownPart(part, plan, world));
  if (parts.length > 0) return { note: '', parts, more: moreLinks, nextStep };
  const insteadQuotes = plan.instead ? [quote(plan.instead, plan.words)] : [];
  return { note: insteadQuotes.length > 0 ? '' : words.nothing, parts: insteadQuotes, more: [], nextStep };
}

/** Returns an answer without live data, which quotes our pages and says so. */
function withoutLiveData(plan: Plan, moreLinks: DisplayedAnswer['more']): DisplayedAnswer {
  const quotedPassages = plan.parts.flatMap((part) => (part.kind === 'passage' ? [part.passage] : []));
  const shownPassages = [...quotedPassages, ...(plan.instead ? [plan.instead] : [])].slice(0, 1);
  return {
    note: shownPassages.length > 0 ? messages.systemDownQuotingPages : messages.systemDown,
    parts: shownPassages.map((passage) => quote(passage, plan.words)),
    more: moreLinks,
    nextStep: nextStepFor(plan.topic),
  };
}

function shownPart(part: Part, { details, words }: Plan, world: World): AnswerPart[] {
  if (part.kind === 'passage') return [quote(part.passage, words)];
  const statement = stateFact(part.fact, world, details, words);
  return statement ? [{ kind: 'fact', ...statement }] : [];
}

const quote = ({ kind, title, text, where, href }: Passage, question: string): AnswerPart => ({
  kind: kind === 'written' ? ('written' as const) : ('quote' as const),
  title,
  text: excerpt(text, question),
  where,
  href,
});

/**
 * Returns the link to a passage. Two questions of the same page have the same `where`, so the link to a question uses
 * its title.
 */
export const linkTo = ({ kind, title, where, href }: Passage): DisplayedAnswer['more'][number] => ({
  where: kind === 'faq' ? title : where,
  href,
});

const CHARS_MAX = 480;

/** Shortens a long text to the paragraphs that match the question best. They are unchanged and in their order. */
export function excerpt(text: string, question: string): string {
  if (text.length <= CHARS_MAX) return text;
  const questionTerms = new Set(extractTerms(question).flatMap(withSynonyms));
  const paragraphs = text.split(/\n{2,}/);
  const matchCount = (paragraph: string) =>
    new Set(extractTerms(paragraph).filter((term) => questionTerms.has(term))).size;
  const best = paragraphs.toSorted((a, b) => matchCount(b) - matchCount(a));
  const chosenParagraphs = new Set<string>();
  let length = 0;
  for (const paragraph of best) {
    if (chosenParagraphs.size > 0 && length + paragraph.length > CHARS_MAX) break;
    chosenParagraphs.add(paragraph);
    length += paragraph.length;
  }
  return paragraphs
    .map((paragraph) => (chosenParagraphs.has(paragraph) ? paragraph : '…'))
    .filter((paragraph, index, all) => paragraph !== '…' || all[index - 1] !== '…')
    .join('\n\n');
}
