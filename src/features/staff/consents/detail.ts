import { atom } from 'nanostores';
import type { ErrorCode } from '#contract/errors.ts';
import type { ConsentWords, PublishWords } from '#contract/management-consents.ts';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome =
  | { state: 'done'; version: number }
  | { state: 'refused'; code: ErrorCode; field?: string };

export type WordsView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; all: readonly ConsentWords[] };

/** The words of all purposes, those that the address names, and publishing new ones. */
export function createWordsStore() {
  const $all = atom<WordsView>({ state: 'loading' });
  async function read(): Promise<void> {
    const answer = await api.fetchWords();
    if (answer.ok) $all.set({ state: 'ready', all: answer.value });
    else if ($all.get().state !== 'ready') $all.set({ state: 'failed' });
  }
  const detail = createDetail<ConsentWords, ErrorCode, Outcome>({
    name: 'purpose',
    isId: (text) => /^[a-z]{1,20}$/.test(text),
    async read(id) {
      const answer = await api.fetchWords();
      if (!answer.ok) return answer;
      $all.set({ state: 'ready', all: answer.value });
      const found = answer.value.find(({ purpose }) => purpose === id);
      return found ? { ok: true, value: found } : { ok: false, code: 'invalid_input' };
    },
  });
  /** The answer for the form; null if another action is running. */
  async function publish(words: PublishWords) {
    const answers: Awaited<ReturnType<typeof api.publishWords>>[] = [];
    await detail.act(async ({ purpose, versions }) => {
      const answer = await api.publishWords(purpose, words, versions[0]?.version ?? 0);
      answers.push(answer);
      return outcomeOf(answer, ({ version }) => ({ state: 'done', version }));
    });
    return answers[0] ?? null;
  }
  return { ...detail, $all, read, publish };
}
export type WordsStore = ReturnType<typeof createWordsStore>;
