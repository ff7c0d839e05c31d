import { clear, createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { forget, writeText } from './text-storage.ts';

/**
 * The name of the key in the database. The saved roster is encrypted and expires, and only the user who saved it can
 * read it (decisions "The roster without a network"). The key cannot be exported. The functions of this module never
 * throw.
 */
const KEY = 'key';
/**
 * The name of an entry. Each mark, view and photo has its own entry, so that two tabs never overwrite each other.
 */
export type EntryName = 'pack' | 'evacuation' | `mark ${string}` | `view ${string}` | `photo ${string}`;

interface Entry {
  userId: string;
  /** When the entry expires, in milliseconds by this device's clock. */
  until: number;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

let database: UseStore | undefined;
const store = () => (database ??= createStore(storageKeys.rosterDatabase, 'entries'));

async function readKey(): Promise<CryptoKey> {
  const stored = await get<CryptoKey>(KEY, store());
  if (stored) return stored;
  const created = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  await set(KEY, created, store());
  return created;
}

/** Returns the data that bind an entry to its name and user, so that it cannot be decrypted as another entry. */
const bindTo = (name: EntryName, userId: string) => new TextEncoder().encode(`${name} ${userId}`);

export async function saveEntry(
  name: EntryName,
  userId: string,
  value: unknown,
  until: number,
): Promise<boolean> {
  try {
    // This note is written first, so that a sign-out at the same time asks about the mark or photo.
    if (/^(?:mark|photo) /.test(name)) writeText(storageKeys.rosterMarks, '1');
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(value));
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: bindTo(name, userId) },
      await readKey(),
      text,
    );
    await set(name, { userId, until, iv, sealed } satisfies Entry, store());
    return true;
  } catch {
    return false;
  }
}

/** Returns the entry's value if it belongs to this user and has not expired. Otherwise it deletes the entry. */
async function decryptEntry(name: EntryName, entry: Entry, userId: string): Promise<unknown> {
  if (entry.userId !== userId || entry.until <= Date.now()) {
    await del(name, store());
    return null;
  }
  const database = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: entry.iv, additionalData: bindTo(name, userId) },
    await readKey(),
    entry.sealed,
  );
  return JSON.parse(new TextDecoder().decode(database));
}

/** Decrypts and returns those entries of this user that have a name beginning with `prefix`. */
export async function readEntries(userId: string, prefix = ''): Promise<Map<EntryName, unknown>> {
  const saved = new Map<EntryName, unknown>();
  try {
    for (const [name, entry] of await entries<EntryName | typeof KEY, Entry>(store())) {
      if (name === KEY || !name.startsWith(prefix)) continue;
      const value = await decryptEntry(name, entry, userId).catch(() => null);
      if (value !== null) saved.set(name, value);
    }
  } catch {
    // IndexedDB is not available, for example in a private window, so nothing can have been saved.
  }
  return saved;
}

export const readEntry = async <Schema extends v.GenericSchema>(
  name: EntryName,
  userId: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> => {
  const parsed = v.safeParse(schema, (await readEntries(userId, name)).get(name));
  return parsed.success ? parsed.output : null;
};

export const eraseEntries = (...names: EntryName[]): Promise<void> =>
  ignoreFailure(() => delMany(names, store()));

/**
 * Erases entries of all users. An entry is erased if its name begins with `prefix` and it expires
 * by `endBy`, in milliseconds.
 */
export const eraseEntriesOf = (prefix: string, endBy: number): Promise<void> =>
  ignoreFailure(async () => {
    const saved = await entries<EntryName | typeof KEY, Entry>(store());
    const names = saved
      .filter(([name, { until }]) => name.startsWith(prefix) && until <= endBy)
      .map(([name]) => name);
    await delMany(names, store());
  });

export function eraseRoster(): Promise<void> {
  forget(storageKeys.rosterMarks);
  return ignoreFailure(() => clear(store()));
}

async function ignoreFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // The browser has no such database, so nothing was saved.
  }
}
