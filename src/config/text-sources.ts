import { formatMoney, toCents } from '#contract/format.ts';
import { withProduct } from './brand.ts';

/** A text on a page, and the content field that it comes from. */
export interface TextSource {
  text: string;
  id: string;
  type: string;
  /** The path is in Studio's notation, such as `sections[_key=="a1"].heading`. */
  path: string;
}

export interface Document {
  _id: string;
  _type: string;
  [field: string]: unknown;
}

/** Collapses whitespace as a browser does. */
const withoutBreaks = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Finds the field of each text. If a text occurs twice, the first field counts. Sanity's stega marks are not used,
 * because they would also appear in comparisons and addresses.
 */
export function textSources(documents: readonly Document[], filled: Fill): TextSource[] {
  const found = new Map<string, TextSource>();
  for (const source of allTexts(documents, filled))
    if (source.text.length > 1 && !found.has(source.text)) found.set(source.text, source);
  return [...found.values()];
}

export const allTexts = (documents: readonly Document[], filled: Fill = withProduct): TextSource[] =>
  documents.flatMap(({ _id: id, _type: type, ...fields }) =>
    textsIn(fields, '', filled).map(({ path, text }) => ({ text, id, type, path })),
  );

/** Fills the placeholders of a text in the same way as the page. */
type Fill = (text: string) => string;

function textsIn(value: unknown, path: string, filled: Fill): { path: string; text: string }[] {
  if (typeof value === 'string')
    return filled(value)
      .split(/\n\s*\n/)
      .map((paragraph) => ({ path, text: withoutBreaks(paragraph) }));
  if (typeof value === 'number')
    return /price$/i.test(path) ? [{ path, text: formatMoney(toCents(value)) }] : [];
  if (Array.isArray(value))
    return (value as unknown[]).flatMap((item, index) =>
      textsIn(item, `${path}[${keyOf(item) ?? index}]`, filled),
    );
  if (!isRecord(value)) return [];
  const within = Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .flatMap(([name, part]) => textsIn(part, path ? `${path}.${name}` : name, filled));
  // A paragraph of rich text consists of spans, so its whole text is added before them.
  if (value['_type'] !== 'block' || !Array.isArray(value['children'])) return within;
  const spans = (value['children'] as unknown[]).map((span) => (isRecord(span) ? span['text'] : ''));
  return [{ path, text: withoutBreaks(filled(spans.join(''))) }, ...within];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function keyOf(item: unknown): string | null {
  if (!isRecord(item) || !('_key' in item)) return null;
  return `_key==${JSON.stringify(item['_key'])}`;
}
