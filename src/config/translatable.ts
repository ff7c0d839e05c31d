import type { Document } from './text-sources.ts';

/**
 * Decides which texts of the content can be translated (decisions "Languages"). Prices, addresses and rules never
 * are.
 */

/**
 * The fields that are never translated. The texts that parents agree to stay English. Addresses and codes are not
 * texts.
 */
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

/** The types that are never translated. They have no text on a translated page, or their texts are binding. */
export const fixedTypes: readonly string[] = [
  ...['legalPage', 'redirect', 'proofSettings', 'wording', 'translation', 'form'],
];

export const isTranslatedType = (type: string): boolean =>
  !fixedTypes.includes(type) && !/^(?:sanity|system)\./.test(type);

/** Returns true for a sentence or word that people read, and false for codes, addresses and numbers. */
const isText = (text: string) =>
  /\p{L}{2}/u.test(text) && !/^(?:[/#]|https?:|mailto:|tel:)|^[a-z\d_-]+$/.test(text);

/** Returns the texts of a document in their order, each once. */
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

/** Returns whether a field and everything in it is the same in all languages. */
export const isFixed = (name: string): boolean => name.startsWith('_') || fixedFields.has(name);

const PREFIX = 'zh-';

/** Returns the id of the document with the Chinese texts of a document or of its draft. */
export const translationId = (id: string): string => PREFIX + id.replace(/^drafts\./, '');

/** Returns the id of the document whose Chinese texts this document has, or null. */
export function translatedId(id: string | undefined): string | null {
  const baseId = id?.split('.').at(-1) ?? '';
  return baseId.startsWith(PREFIX) ? baseId.slice(PREFIX.length) : null;
}

/** The beginning of the ids of documents with changed sentences (`studio/wording/ids.ts`). */
const SENTENCES = 'wording-';

/** Returns whether these are sentences of the code, and not texts of a content document. */
export const isOfSentences = (id: string | null): boolean => id?.startsWith(SENTENCES) ?? false;

/** Returns the key of a text. Equal texts have equal keys. */
export function keyOfText(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `t${hash.toString(36)}${text.length.toString(36)}`;
}
