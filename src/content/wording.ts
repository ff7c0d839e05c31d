import type { Change } from '#contract/wording.ts';
import { sanity } from './client.ts';
import { wordingQuery } from './queries/wording.ts';

/** The sentences that Studio has changed, of all screens. */
export const changedSentences = {
  read: async (): Promise<Change[]> => {
    const documents = await sanity().fetch(wordingQuery);
    return documents.flatMap(({ changes }) => changes);
  },
  /** Only for development. Returns how to stop. */
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
