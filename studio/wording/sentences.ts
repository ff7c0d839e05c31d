import { allTexts, type Document, type TextSource } from '../../src/config/text-sources.ts';
import { screens } from '../../src/config/wording.ts';
import { catalogue } from './catalogue.gen.ts';
import { pathOf, wordingId } from './ids.ts';

/** A sentence and the field that contains it. */
interface Found extends TextSource {
  /** The screen that shows the sentence, if it comes from the code. */
  screen?: string;
}

/**
 * Returns everything that families may read. These are the texts of these documents, and the code's sentences that
 * editors can change.
 */
export const everySentence = (documents: readonly Document[]): Found[] => [
  ...allTexts(documents.filter(({ _type }) => _type !== 'wording' && _type !== 'translation')),
  ...chineseTexts(documents),
  ...changedTexts(documents),
  ...screens.flatMap(({ id, title }) =>
    (catalogue[id] ?? []).map(({ key, text }) => ({
      text,
      id: wordingId(id),
      type: 'wording',
      path: pathOf(key),
      screen: title,
    })),
  ),
];

/** Returns the Chinese texts of documents and of sentences. */
const chineseTexts = (documents: readonly Document[]): Found[] =>
  documents
    .filter(({ _type }) => _type === 'translation')
    .flatMap(({ _id: id, _type: type, texts }) =>
      ((texts ?? []) as { _key: string; text?: string }[]).map(({ _key, text = '' }) => ({
        ...{ text, id, type, path: `texts[_key==${JSON.stringify(_key)}]` },
      })),
    );

/** Returns changed sentences as pages show them now. */
function changedTexts(documents: readonly Document[]): Found[] {
  return documents.flatMap(({ _id: id, _type: type, changes }) => {
    const screen = screens.find((one) => wordingId(one.id) === id);
    if (type !== 'wording' || !screen || !Array.isArray(changes)) return [];
    return (changes as { _key: string; text?: string }[]).map(({ _key, text = '' }) => ({
      ...{ text, id, type, path: pathOf(_key), screen: screen.title },
    }));
  });
}
