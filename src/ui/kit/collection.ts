import { atom } from 'nanostores';
import { type Answer, createDetail } from './detail.ts';

type CollectionView<Record> =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; records: readonly Record[] };

interface Rules<Record, Code extends string> {
  name: string;
  isId: (text: string) => boolean;
  idOf: (record: Record) => string;
  /** Reads all records in one call, because there are few of them. */
  fetch: () => Promise<Answer<readonly Record[], Code>>;
  /** The error code for an address that names no record. */
  notFound: Code;
}

/** Creates the store of a screen that shows all records of a small collection, and one of them in full. */
export function createCollection<Record, Code extends string, Outcome extends { state: 'done' | 'refused' }>({
  name,
  isId,
  idOf,
  fetch,
  notFound,
}: Rules<Record, Code>) {
  const $all = atom<CollectionView<Record>>({ state: 'loading' });
  async function readAll(): Promise<Answer<readonly Record[], Code>> {
    const answer = await fetch();
    if (answer.ok) $all.set({ state: 'ready', records: answer.value });
    return answer;
  }
  async function read(): Promise<void> {
    const answer = await readAll();
    if (!answer.ok && $all.get().state !== 'ready') $all.set({ state: 'failed' });
  }
  const detail = createDetail<Record, Code, Outcome>({
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
export type Collection<
  Record,
  Code extends string,
  Outcome extends { state: 'done' | 'refused' },
> = ReturnType<typeof createCollection<Record, Code, Outcome>>;
