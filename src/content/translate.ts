import { isFixed, isOfSentences, translatedId } from '#config/translatable.ts';
import { localLink } from '#config/translated.ts';
import { withSlug } from './fill/facts.ts';

/** The Chinese texts by the English texts from which they were translated. */
type Texts = ReadonlyMap<string, string>;

export interface Translations {
  /** Translations by the id of their document. */
  byDocument: ReadonlyMap<string, Texts>;
  /** The translations of all documents, for a text that was translated in another document. */
  all: Texts;
  /** The addresses of pages that marketing made. */
  made: ReadonlySet<string>;
  /**
   * The ids of documents that are the same in all languages. The ids are needed because not every query returns the
   * type.
   */
  fixed: ReadonlySet<string>;
}

interface TranslationDocument {
  _id: string;
  texts: readonly { was: string; text: string }[];
}

export function readTranslations(
  documents: readonly TranslationDocument[],
  blockPages: readonly string[],
  fixed: readonly string[],
): Translations {
  const byDocument = new Map<string, Map<string, string>>();
  const all = new Map<string, string>();
  for (const { _id, texts } of documents) {
    const id = translatedId(_id);
    if (id === null || isOfSentences(id)) continue;
    const chinese = new Map(
      texts.filter(({ text }) => text.trim() !== '').map(({ was, text }) => [was, text]),
    );
    byDocument.set(id, chinese);
    for (const [was, text] of chinese) if (!all.has(was)) all.set(was, text);
  }
  return { byDocument, all, made: new Set(blockPages), fixed: new Set(fixed) };
}

/**
 * Translates the result of a query into this build's language. Its links lead to translated pages. A text that has no
 * reviewed translation stays English.
 */
export function translate(value: unknown, translations: Translations, documentTexts?: Texts): unknown {
  if (typeof value === 'string')
    return value.startsWith('/')
      ? localLink(withSlug(value), translations.made)
      : (documentTexts?.get(value) ?? translations.all.get(value) ?? value);
  if (Array.isArray(value))
    return (value as unknown[]).map((part) => translate(part, translations, documentTexts));
  if (typeof value !== 'object' || value === null) return value;
  const { _id: id } = value as { _id?: unknown };
  if (typeof id === 'string' && translations.fixed.has(id)) return value;
  const texts = (typeof id === 'string' ? translations.byDocument.get(id) : undefined) ?? documentTexts;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      name === 'href' && typeof part === 'string'
        ? localLink(withSlug(part), translations.made)
        : isFixed(name)
          ? part
          : translate(part, translations, texts),
    ]),
  );
}
