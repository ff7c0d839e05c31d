import type { World } from '../world.ts';

export type Undo = () => unknown;

/** Changes something, and returns how it is put back. */
export function change<T extends object, K extends keyof T>(object: T, key: K, value: T[K]): Undo {
  const before = object[key];
  object[key] = value;
  return () => {
    object[key] = before;
  };
}

export function removeFrom<K, V>(map: Map<K, V>, key: K): Undo {
  const before = map.get(key) as V;
  map.delete(key);
  return () => map.set(key, before);
}

export function setIn<K, V>(map: Map<K, V>, key: K, value: V): Undo {
  const before = map.get(key) as V;
  map.set(key, value);
  return () => map.set(key, before);
}

export async function inSql({ db }: World, doing: string, undoing: string): Promise<Undo> {
  await db.sql.unsafe(doing);
  return () => db.sql.unsafe(undoing);
}

/** Changes a setting of the sign-in. */
export const auth = (name: string, value: unknown) => (world: World) =>
  change(world.supabase.auth, name, value);
export const first = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('There is none.');
  return one;
};
export const functionOf = (world: World, name: string) => {
  const found = world.supabase.functions.get(name);
  if (!found) throw new Error(`${name} is not deployed.`);
  return found;
};
export const today = () => Math.floor(Date.now() / 1000);

/** A fault that nobody notices: the step of doctor that has to name it, in these words. */
export type Fault = [
  fault: string,
  id: string,
  says: RegExp,
  provoke: (world: World) => Undo | Promise<Undo>,
];
