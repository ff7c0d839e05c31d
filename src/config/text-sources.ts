import { formatMoney, toCents } from '#contract/format.ts';
import { withProduct } from './brand.ts';

/** A text on a page and the field that it comes from. */
export interface TextSource {
  text: string;
  id: string;
  type: string;
  /** In Studio's notation: `sections[_key=="a1"].heading`. */
  path: string;
}

export interface Document {
  _id: string;
  _type: string;
  [field: string]: unknown;
}

/** Collapses whitespace as a browser does. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Every text and price of these documents as families read it. If a text occurs twice, the first counts. Texts are
 * matched instead of marked (Sanity's stega), because marks would get into comparisons and addresses and cannot be put
 * into a number.
 */
export function textSources(documents: readonly Document[]): TextSource[] {
  const found = new Map<string, TextSource>();
  for (const source of allTexts(documents))
    if (source.text.length > 1 && !found.has(source.text)) found.set(source.text, source);
  return [...found.values()];
}

/** The same with texts that occur several times. */
export const allTexts = (documents: readonly Document[]): TextSource[] =>
  documents.flatMap(({ _id: id, _type: type, ...fields }) =>
    textsIn(fields, '').map(({ path, text }) => ({ text, id, type, path })),
  );

function textsIn(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value === 'string')
    return withProduct(value)
      .split(/\n\s*\n/)
      .map((paragraph) => ({ path, text: plain(paragraph) }));
  if (typeof value === 'number')
    return /price$/i.test(path) ? [{ path, text: formatMoney(toCents(value)) }] : [];
  if (Array.isArray(value))
    return (value as unknown[]).flatMap((item, index) => textsIn(item, `${path}[${keyOf(item) ?? index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .flatMap(([name, part]) => textsIn(part, path ? `${path}.${name}` : name));
}

function keyOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || !('_key' in item)) return null;
  return `_key==${JSON.stringify(item._key)}`;
}
