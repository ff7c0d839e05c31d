import { clear, createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { forget, writeText } from './text-storage.ts';

/**
 * What a staff phone keeps for a day without a network (decisions "The roster without a network"): encrypted, each
 * thing until its end, and readable by whoever kept it alone. The key never leaves the browser's own database and
 * cannot be read out of it. Where there is no such database nothing is kept, and nothing here throws.
 */
const KEY = 'key';
/** Each in a box of its own: two tabs never write over each other's. */
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

/** Neither a box of another name nor one of another person opens as this one. */
const bound = (name: BoxName, userId: string) => new TextEncoder().encode(`${name} ${userId}`);

export async function keep(name: BoxName, userId: string, value: unknown, until: number): Promise<boolean> {
  try {
    // First: who signs out meanwhile is asked.
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

/** What was kept by this person and has not ended; what has, or is somebody else's, is erased. */
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

/** All that is kept for this person, by name. */
export async function readKept(userId: string): Promise<Map<BoxName, unknown>> {
  const kept = new Map<BoxName, unknown>();
  try {
    for (const [name, box] of await entries<BoxName | typeof KEY, Box>(store())) {
      if (name === KEY) continue;
      const value = await openBox(name, box, userId).catch(() => null);
      if (value !== null) kept.set(name, value);
    }
  } catch {
    // No database: nothing was kept.
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

/** Everything, the key too. */
export function eraseAll(): Promise<void> {
  forget(storageKeys.rosterMarks);
  return quietly(() => clear(store()));
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // No database: nothing was kept.
  }
}
