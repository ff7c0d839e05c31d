import type { Passage } from '#contract/assistant.ts';
import { placeOf } from './link.ts';
import { whereOn, type PageOf } from './pages.ts';

/** The document of a page after its gaps are filled. Every part with a heading is a section of the page. */
export interface Source {
  name: string;
  page: PageOf;
  document: object;
  /** Anchors of the sections that have one. */
  anchors?: Partial<Record<string, string>>;
}

/** Parts that lead on, sell or quote; they answer no questions. */
const silent = new Set([
  'seo',
  'faq',
  'hero',
  'testimonials',
  'closing',
  'call',
  'finalCall',
  'bottomBar',
  'book',
  'rsvpForm',
]);
/** Lists whose entries belong to the section itself; entries of other lists are named after the list. */
const plainLists = new Set(['items', 'steps', 'chapters', 'days', 'facts']);

/** The sections of a page and their points, each as a passage. */
export function sectionsOf({ document, ...source }: Source): Passage[] {
  return Object.entries(document).flatMap(([part, value]: [string, unknown]) =>
    !silent.has(part) && isRecord(value) && textOf(value['heading']) ? passagesOf(part, value, source) : [],
  );
}

function passagesOf(
  part: string,
  section: Record<string, unknown>,
  { name, page, anchors }: Omit<Source, 'document'>,
): Passage[] {
  const heading = textOf(section['heading']);
  const anchor = anchors?.[part];
  const base = { kind: 'section' as const, topic: page.topic, where: whereOn(page, heading) };
  const whole: Passage = {
    ...base,
    id: `${name}-${part}`,
    title: heading,
    text: linesOf(section).join(' '),
    href: placeOf(page.path, heading, anchor),
    // The kicker often says plainly what the section is about.
    asked: [textOf(section['kicker'])].filter(Boolean),
  };
  return [whole, ...pairsOf(section), ...listsOf(section)].filter(({ text }) => text.length > 20);

  /** Finds a title and text stored as a pair of fields, such as `dropOffTitle` and `dropOffText`. */
  function pairsOf(fields: Record<string, unknown>): Passage[] {
    return Object.keys(fields)
      .filter((key) => key.endsWith('Title') && textOf(fields[key.replace(/Title$/, 'Text')]))
      .map((key, index) =>
        pieceOf(`${part}-${index}`, textOf(fields[key]), textOf(fields[key.replace(/Title$/, 'Text')])),
      );
  }
  function listsOf(fields: Record<string, unknown>): Passage[] {
    return Object.entries(fields).flatMap(([key, list]) => {
      if (!Array.isArray(list)) return [];
      const entries = (list as unknown[]).filter(isRecord);
      if (entries.length > 0 && entries.every((entry) => 'time' in entry))
        return [
          pieceOf(`${part}-day`, textOf(fields[`${key}Heading`]) || heading, entries.map(timedOf).join('. ')),
        ];
      return entries.flatMap((entry, index) => {
        const title = textOf(entry['title']) || textOf(entry['label']);
        // An entry that is a document has its own passage.
        if (!title || '_id' in entry) return [];
        return [
          pieceOf(`${plainLists.has(key) ? part : key}-${index}`, title, linesOf(entry, true).join(' ')),
        ];
      });
    });
  }
  function pieceOf(id: string, title: string, text: string): Passage {
    return { ...base, id: `${name}-${id}`, title, text, href: placeOf(page.path, title, anchor) };
  }
}

/** The sentences of a section, without button labels and without texts that are filled in later. */
function linesOf(fields: Record<string, unknown>, deep = false): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (/^_|(Label|Heading|Title|Href)$|^(heading|kicker|title|label|emoji|badge)$/.test(key)) return [];
    if (typeof value === 'string') return isSentence(value) && !pairText(key, fields) ? [value.trim()] : [];
    if (!Array.isArray(value)) return [];
    const texts = (value as unknown[])
      .filter((one) => typeof one === 'string')
      .filter((one) => !one.includes('{'));
    const timed = deep ? (value as unknown[]).filter(isRecord).filter((one) => 'time' in one) : [];
    return [...(texts.length > 0 ? [`${texts.join(', ')}.`] : []), ...timed.map((one) => `${timedOf(one)}.`)];
  });
}

const pairText = (key: string, fields: Record<string, unknown>) =>
  key.endsWith('Text') && `${key.slice(0, -4)}Title` in fields;
const isSentence = (text: string) =>
  text.includes(' ') && !/\{\w+\}/.test(text) && !/^(https?:|\/)/.test(text);
const timedOf = (entry: Record<string, unknown>) =>
  [textOf(entry['time']), textOf(entry['title'])].filter(Boolean).join(' ') +
  (textOf(entry['text']) ? `: ${textOf(entry['text'])}` : '');
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
