import type { Document } from './text-sources.ts';

/** The texts of content that can be translated (decisions "Languages"). Prices, addresses and rules never are. */

/** What parents agree to stays English, and so do addresses and names of things that a program reads. */
const fixedFields: ReadonlySet<string> = new Set([
  ...['consents', 'consentText', 'cancellation'],
  ...['address', 'asset', 'badgeColor', 'drawing', 'email', 'emoji', 'from', 'href', 'icon', 'mapUrl'],
  ...[
    'mapAddress',
    'page',
    'platform',
    'slug',
    'systemName',
    'tabColor',
    'tabTextColor',
    'to',
    'until',
    'url',
  ],
]);

/** Types without a text on a page that exists in another language, and texts that bind. */
export const fixedTypes: readonly string[] = [
  ...['legalPage', 'redirect', 'proofSettings', 'wording', 'translation', 'form'],
];

export const isTranslatedType = (type: string): boolean =>
  !fixedTypes.includes(type) && !/^(?:sanity|system)\./.test(type);

/** A sentence or a word that people read, and no code, address or number. */
const isText = (text: string) =>
  /\p{L}{2}/u.test(text) && !/^(?:[/#]|https?:|mailto:|tel:)|^[a-z\d_-]+$/.test(text);

/** Each text of a document once, in its order. */
export function translatableTexts({ _type, ...fields }: Document): string[] {
  if (!isTranslatedType(_type)) return [];
  return [...new Set(textsIn(fields))];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return isText(value) ? [value] : [];
  if (Array.isArray(value)) return (value as unknown[]).flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (isFixed(name) ? [] : textsIn(part)));
}

/** Whether a field, and everything in it, is the same in all languages. */
export const isFixed = (name: string): boolean => name.startsWith('_') || fixedFields.has(name);

const PREFIX = 'zh-';

/** The id of the document with the Chinese texts of another one; of a draft too. */
export const translationId = (id: string): string => PREFIX + id.replace(/^drafts\./, '');

/** The document whose texts these are; null for another id. */
export function translatedId(id: string | undefined): string | null {
  const own = id?.split('.').at(-1) ?? '';
  return own.startsWith(PREFIX) ? own.slice(PREFIX.length) : null;
}

/** Beginning of the ids of documents with changed sentences (`studio/wording/ids.ts`). */
const SENTENCES = 'wording-';

/** Whether these are sentences of the code, and not texts of a document. */
export const isOfSentences = (id: string | null): boolean => id?.startsWith(SENTENCES) ?? false;

/** A key for a pair of a document: the same text has the same key. */
export function keyOfText(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `t${hash.toString(36)}${text.length.toString(36)}`;
}
