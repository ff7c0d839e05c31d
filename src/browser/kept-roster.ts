import { clear, createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { forget, writeText } from './text-storage.ts';

/**
 * What a staff phone saves for a day without a network (decisions "The roster without a network"). It is encrypted,
 * expires, and can be read only by the user who saved it. The key cannot be exported from the browser's database. If
 * there is no database, nothing is saved, and nothing here throws.
 */
const KEY = 'key';
/** Each mark and view is an entry of its own, so that two tabs never overwrite each other. */
export type BoxName = 'pack' | 'evacuation' | `mark ${string}` | `view ${string}`;

interface Box {
  userId: string;
  /** In milliseconds, by this device's clock. */
  until: number;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

let opened: UseStore | undefined;
const store = () => (opened ??= createStore(storageKeys.rosterDatabase, 'kept'));

async function key(): Promise<CryptoKey> {
  const known = await get<CryptoKey>(KEY, store());
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  await set(KEY, made, store());
  return made;
}

/** Binds an entry to its name and user: it cannot be decrypted as another one. */
const bound = (name: BoxName, userId: string) => new TextEncoder().encode(`${name} ${userId}`);

export async function keep(name: BoxName, userId: string, value: unknown, until: number): Promise<boolean> {
  try {
    // Set first, so that a sign-out at the same time asks about the mark.
    if (name.startsWith('mark ')) writeText(storageKeys.rosterMarks, '1');
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(value));
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: bound(name, userId) },
      await key(),
      text,
    );
    await set(name, { userId, until, iv, sealed } satisfies Box, store());
    return true;
  } catch {
    return false;
  }
}

/** The entry's value if it belongs to this user and has not expired; otherwise the entry is deleted. */
async function openBox(name: BoxName, box: Box, userId: string): Promise<unknown> {
  if (box.userId !== userId || box.until <= Date.now()) {
    await del(name, store());
    return null;
  }
  const opened = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: box.iv, additionalData: bound(name, userId) },
    await key(),
    box.sealed,
  );
  return JSON.parse(new TextDecoder().decode(opened));
}

/** Everything saved for this user, by name. */
export async function readKept(userId: string): Promise<Map<BoxName, unknown>> {
  const kept = new Map<BoxName, unknown>();
  try {
    for (const [name, box] of await entries<BoxName | typeof KEY, Box>(store())) {
      if (name === KEY) continue;
      const value = await openBox(name, box, userId).catch(() => null);
      if (value !== null) kept.set(name, value);
    }
  } catch {
    // There is no database, so nothing was saved.
  }
  return kept;
}

export const readBox = async <Schema extends v.GenericSchema>(
  name: BoxName,
  userId: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> => {
  const parsed = v.safeParse(schema, (await readKept(userId)).get(name));
  return parsed.success ? parsed.output : null;
};

export const erase = (...names: BoxName[]): Promise<void> => quietly(() => delMany(names, store()));

export function eraseAll(): Promise<void> {
  forget(storageKeys.rosterMarks);
  return quietly(() => clear(store()));
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // There is no database, so nothing was saved.
  }
}
