import type { Passage } from '#contract/assistant.ts';
import { buildTextLink } from './link.ts';
import { buildBreadcrumb, type PageOf } from './pages.ts';

/**
 * A page's document in which missing texts have been filled in. Every field with a heading is a section of the page.
 */
export interface Source {
  name: string;
  page: PageOf;
  document: object;
  /** The anchors of the sections that have one. */
  anchors?: Partial<Record<string, string>>;
}

/** The fields that answer no questions, because they link to other pages, sell or quote. */
const excludedParts = new Set([
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
/** The lists whose entries get the id of their section. The ids of other entries begin with the name of their list. */
const sectionLists = new Set(['items', 'steps', 'chapters', 'days', 'facts']);

/** Returns the sections of a page, and the points in them, as passages. */
export function buildSections({ document, ...source }: Source): Passage[] {
  return Object.entries(document).flatMap(([part, value]: [string, unknown]) =>
    !excludedParts.has(part) && isRecord(value) && toText(value['heading'])
      ? buildPassages(part, value, source)
      : [],
  );
}

function buildPassages(
  part: string,
  section: Record<string, unknown>,
  { name, page, anchors }: Omit<Source, 'document'>,
): Passage[] {
  const heading = toText(section['heading']);
  const anchor = anchors?.[part];
  const base = { kind: 'section' as const, topic: page.topic, where: buildBreadcrumb(page, heading) };
  const sectionPassage: Passage = {
    ...base,
    id: `${name}-${part}`,
    title: heading,
    text: findSentences(section).join(' '),
    href: buildTextLink(page.path, heading, anchor),
    // The kicker often says in plain words what the section is about.
    searchPhrases: [toText(section['kicker'])].filter(Boolean),
  };
  return [sectionPassage, ...findPairs(section), ...buildListPassages(section)].filter(
    ({ text }) => text.length > 20,
  );

  /** Finds a title and text stored as a pair of fields, such as `dropOffTitle` and `dropOffText`. */
  function findPairs(fields: Record<string, unknown>): Passage[] {
    return Object.keys(fields)
      .filter((key) => key.endsWith('Title') && toText(fields[key.replace(/Title$/, 'Text')]))
      .map((key, index) =>
        buildPoint(`${part}-${index}`, toText(fields[key]), toText(fields[key.replace(/Title$/, 'Text')])),
      );
  }
  function buildListPassages(fields: Record<string, unknown>): Passage[] {
    return Object.entries(fields).flatMap(([key, list]) => {
      if (!Array.isArray(list)) return [];
      const entries = (list as unknown[]).filter(isRecord);
      if (entries.length > 0 && entries.every((entry) => 'time' in entry))
        return [
          buildPoint(
            `${part}-day`,
            toText(fields[`${key}Heading`]) || heading,
            entries.map(describeTimedEntry).join('. '),
          ),
        ];
      return entries.flatMap((entry, index) => {
        const title = toText(entry['title']) || toText(entry['label']);
        // An entry that is a document has its own passage.
        if (!title || '_id' in entry) return [];
        return [
          buildPoint(
            `${sectionLists.has(key) ? part : key}-${index}`,
            title,
            findSentences(entry, true).join(' '),
          ),
        ];
      });
    });
  }
  function buildPoint(id: string, title: string, text: string): Passage {
    return { ...base, id: `${name}-${id}`, title, text, href: buildTextLink(page.path, title, anchor) };
  }
}

/** Returns the sentences of some fields. Button labels and texts with unfilled placeholders are left out. */
function findSentences(fields: Record<string, unknown>, includeTimes = false): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (/^_|(Label|Heading|Title|Href)$|^(heading|kicker|title|label|emoji|badge)$/.test(key)) return [];
    if (typeof value === 'string')
      return isSentence(value) && !isTextOfPair(key, fields) ? [value.trim()] : [];
    if (!Array.isArray(value)) return [];
    const texts = (value as unknown[])
      .filter((entry) => typeof entry === 'string')
      .filter((text) => !text.includes('{'));
    const timed = includeTimes
      ? (value as unknown[]).filter(isRecord).filter((entry) => 'time' in entry)
      : [];
    return [
      ...(texts.length > 0 ? [`${texts.join(', ')}.`] : []),
      ...timed.map((entry) => `${describeTimedEntry(entry)}.`),
    ];
  });
}

const isTextOfPair = (key: string, fields: Record<string, unknown>) =>
  key.endsWith('Text') && `${key.slice(0, -4)}Title` in fields;
const isSentence = (text: string) =>
  text.includes(' ') && !/\{\w+\}/.test(text) && !/^(https?:|\/)/.test(text);
const describeTimedEntry = (entry: Record<string, unknown>) =>
  [toText(entry['time']), toText(entry['title'])].filter(Boolean).join(' ') +
  (toText(entry['text']) ? `: ${toText(entry['text'])}` : '');
const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
