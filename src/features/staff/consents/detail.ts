import type { ErrorCode } from '#contract/errors.ts';
import type { ConsentWords, PublishWords } from '#contract/management-consents.ts';
import { createCollection } from '#ui/kit/collection.ts';
import { outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome =
  | { state: 'done'; version: number }
  | { state: 'refused'; code: ErrorCode; field?: string };

/**
 * The store reads the texts of all purposes, opens the one that the address names, and publishes new
 * versions.
 */
export function createWordsStore() {
  const collection = createCollection<ConsentWords, ErrorCode, Outcome>({
    name: 'purpose',
    isId: (text) => /^[a-z]{1,20}$/.test(text),
    idOf: ({ purpose }) => purpose,
    fetch: api.fetchWords,
    notFound: 'invalid_input',
  });
  /** Returns the answer for the form, or null if another action is running. */
  async function publish(newVersion: PublishWords) {
    const answers: Awaited<ReturnType<typeof api.publishWords>>[] = [];
    await collection.act(async ({ purpose, versions }) => {
      const answer = await api.publishWords(purpose, newVersion, versions[0]?.version ?? 0);
      answers.push(answer);
      return outcomeOf(answer, ({ version }) => ({ state: 'done', version }));
    });
    return answers[0] ?? null;
  }
  return { ...collection, publish };
}
export type WordsStore = ReturnType<typeof createWordsStore>;
