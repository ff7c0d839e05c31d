import type { Document } from '../../src/config/text-sources.ts';
import {
  isOfSentences,
  isTranslatedType,
  translatedId,
  translationId,
} from '../../src/config/translatable.ts';
import { screens } from '../../src/config/wording.ts';
import { singletons } from '../structure/singletons.ts';
import { wordingId } from '../wording/ids.ts';
import { findOutdated, type Pair, wantedTexts } from './pairs.ts';

/** How far a document or a screen is translated. */
export interface Progress {
  /** The id of the document with the translations. */
  id: string;
  title: string;
  total: number;
  missing: number;
  /** The number of machine translations that nobody has reviewed yet. */
  unread: number;
  outdated: number;
}

/** Returns every document and screen that has texts. Those with the most missing translations come first. */
export function countTranslations(documents: readonly Document[]): Progress[] {
  const byId = new Map(documents.map((document) => [document._id, document]));
  const pairsOf = (id: string) => (byId.get(translationId(id))?.['texts'] ?? []) as Pair[];
  const read = new Set(
    documents.flatMap(({ _id }) => {
      const documentId = translatedId(_id);
      return documentId === null || isOfSentences(documentId) ? [] : pairsOf(documentId).flatMap(readTexts);
    }),
  );
  const sentences = new Set(screens.flatMap(({ id }) => pairsOf(wordingId(id)).flatMap(readTexts)));
  const count = (id: string, title: string, found: ReadonlySet<string>): Progress => {
    const texts = wantedTexts(id, byId.get(id) ?? null);
    const pairs = pairsOf(id);
    return {
      ...{ id: translationId(id), title, total: texts.length },
      missing: texts.filter(({ text }) => !found.has(text.trim())).length,
      unread: pairs.filter(({ proposed }) => proposed).length,
      outdated: findOutdated(pairs, texts).length,
    };
  };
  return [
    ...documents
      .filter(({ _type }) => isTranslatedType(_type))
      .map((document) => count(document._id, titleOf(document), read)),
    ...screens.map(({ id, title }) => count(wordingId(id), `Words: ${title}`, sentences)),
  ]
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.missing + b.outdated + b.unread - (a.missing + a.outdated + a.unread));
}

const readTexts = ({ was, text, proposed }: Pair) => (proposed || text.trim() === '' ? [] : was.trim());

const singletonTitles = new Map(singletons.map(({ type, title }) => [type, title]));
const titleFields = ['title', 'name', 'question', 'questions', 'heading', 'author'];

/** Returns the title of a document. If it exists only once, this is its name in Studio's navigation. */
function titleOf(document: Document): string {
  const singleton = singletonTitles.get(document._type);
  if (singleton !== undefined) return singleton;
  const found = titleFields
    .map((name) => [document[name]].flat()[0])
    .find((text) => typeof text === 'string' && text);
  return typeof found === 'string' ? found : document._id;
}
