import type { Knowledge, Passage } from '#contract/assistant.ts';
import { termsOf } from '#domain/search/terms.ts';
import type { Part, Plan } from './answer.ts';
import { say } from './facts/say.ts';
import { needs, type World } from './facts/world.ts';
import { messages, reasons } from './messages.ts';
import type { Shown, ShownPart } from './shown.ts';
import { wayOf } from './ways.ts';
import { widen } from './widen.ts';

type Live = Omit<World, 'places'>;
export type AskTill = (wanted: ReadonlySet<keyof Live>) => Promise<Live | null>;

/** Turns a plan into an answer: reads its facts from live data and quotes passages word for word. */
export async function reply(plan: Plan, knowledge: Knowledge, askTill: AskTill): Promise<Shown> {
  const { words, places } = knowledge;
  const more = plan.more.map(linkTo);
  const way = plan.person === null ? wayOf(plan.topic) : null;
  if (plan.person !== null) {
    const note = plan.person === 'unknown' ? words.nothing : `${reasons[plan.person]} ${words.person}`;
    return { note: note.trim(), parts: [], more, way };
  }
  const facts = plan.parts.flatMap((part) => (part.kind === 'fact' ? [part.fact] : []));
  const live = facts.length === 0 ? null : await askTill(new Set(facts.flatMap(needs)));
  if (facts.length > 0 && live === null) return silent(plan, more);
  const world: World = { offers: [], camps: [], sessions: [], ...live, places };
  const parts = plan.parts.flatMap((part) => shownPart(part, plan, world));
  if (parts.length > 0) return { note: '', parts, more, way };
  // Nothing of the kind is on sale.
  const instead = plan.instead ? [quote(plan.instead, plan.words)] : [];
  return { note: instead.length > 0 ? '' : words.nothing, parts: instead, more: [], way };
}

/** Live data are not available: quotes the pages instead, and says so. */
function silent(plan: Plan, more: Shown['more']): Shown {
  const quoted = plan.parts.flatMap((part) => (part.kind === 'passage' ? [part.passage] : []));
  const said = [...quoted, ...(plan.instead ? [plan.instead] : [])].slice(0, 1);
  return {
    note: said.length > 0 ? messages.tillFailed : messages.tillSilent,
    parts: said.map((passage) => quote(passage, plan.words)),
    more,
    way: wayOf(plan.topic),
  };
}

function shownPart(part: Part, { details, words }: Plan, world: World): ShownPart[] {
  if (part.kind === 'passage') return [quote(part.passage, words)];
  const said = say(part.fact, world, details, words);
  return said ? [{ kind: 'fact', ...said }] : [];
}

const quote = ({ kind, title, text, where, href }: Passage, question: string): ShownPart => ({
  kind: kind === 'written' ? ('written' as const) : ('quote' as const),
  title,
  text: excerpt(text, question),
  where,
  href,
});

/** Two questions of one page have the same place, so a link to a question uses its title. */
export const linkTo = ({ kind, title, where, href }: Passage): Shown['more'][number] => ({
  where: kind === 'faq' ? title : where,
  href,
});

/** Maximum length of a quote in characters. */
const MOST = 480;

/** Shortens a long text to the paragraphs that match the question best, in their order and word for word. */
export function excerpt(text: string, question: string): string {
  if (text.length <= MOST) return text;
  const asked = new Set(termsOf(question).flatMap(widen));
  const paragraphs = text.split(/\n{2,}/);
  const fit = (paragraph: string) => new Set(termsOf(paragraph).filter((term) => asked.has(term))).size;
  const best = paragraphs.toSorted((a, b) => fit(b) - fit(a));
  const chosen = new Set<string>();
  let length = 0;
  for (const paragraph of best) {
    if (chosen.size > 0 && length + paragraph.length > MOST) break;
    chosen.add(paragraph);
    length += paragraph.length;
  }
  return paragraphs
    .map((paragraph) => (chosen.has(paragraph) ? paragraph : '…'))
    .filter((paragraph, index, all) => paragraph !== '…' || all[index - 1] !== '…')
    .join('\n\n');
}
