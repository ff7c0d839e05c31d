import { isOfSentences, translatedId } from '#config/translatable.ts';
import type { Change } from '#contract/wording.ts';
import { sanity } from './client.ts';
import { translationsQuery } from './queries/translations.ts';
import { wordingQuery } from './queries/wording.ts';

/** The sentences of all screens that editors changed in Studio. */
export const changedSentences = {
  read: async (): Promise<Change[]> => {
    const documents = await sanity().fetch(wordingQuery);
    return documents.flatMap(({ changes }) => changes);
  },
  /** The reviewed Chinese translations of those sentences. */
  readTranslated: async (): Promise<Change[]> => {
    const documents = await sanity().fetch(translationsQuery);
    return documents.flatMap(({ _id, texts }) => (isOfSentences(translatedId(_id)) ? texts : []));
  },
  /** Calls `onChange` after each change, in development only. Returns a function that stops this. */
  listen: (onChange: () => void): (() => void) => {
    const changes = sanity().listen('*[_type == "wording"]', {}, { includeResult: false });
    const listening = changes.subscribe({
      next: ({ type }) => {
        if (type === 'mutation') onChange();
      },
      error: () => undefined,
    });
    return () => listening.unsubscribe();
  },
};
