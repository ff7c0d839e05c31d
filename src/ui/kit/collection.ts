import { atom } from 'nanostores';
import { type Answer, createDetail } from './detail.ts';

type CollectionView<Item> =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; records: readonly Item[] };

interface Rules<Item, Code extends string> {
  name: string;
  isId: (text: string) => boolean;
  idOf: (record: Item) => string;
  /** Reads all records in one call, because there are few of them. */
  fetch: () => Promise<Answer<readonly Item[], Code>>;
  /** The error code if the address names no record. */
  notFound: Code;
}

/** Creates the store of a screen that shows all records of a small collection, and one of them in full. */
export function createCollection<Item, Code extends string, Outcome extends { state: 'done' | 'refused' }>({
  name,
  isId,
  idOf,
  fetch,
  notFound,
}: Rules<Item, Code>) {
  const $all = atom<CollectionView<Item>>({ state: 'loading' });
  async function readAll(): Promise<Answer<readonly Item[], Code>> {
    const answer = await fetch();
    if (answer.ok) $all.set({ state: 'ready', records: answer.value });
    return answer;
  }
  async function read(): Promise<void> {
    const answer = await readAll();
    if (!answer.ok && $all.get().state !== 'ready') $all.set({ state: 'failed' });
  }
  const detail = createDetail<Item, Code, Outcome>({
    name,
    isId,
    async read(id) {
      const answer = await readAll();
      if (!answer.ok) return answer;
      const record = answer.value.find((one) => idOf(one) === id);
      return record === undefined ? { ok: false, code: notFound } : { ok: true, value: record };
    },
  });
  return { ...detail, $all, read, notFound };
}
export type Collection<Item, Code extends string, Outcome extends { state: 'done' | 'refused' }> = ReturnType<
  typeof createCollection<Item, Code, Outcome>
>;
