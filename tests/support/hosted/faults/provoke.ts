/** Breaks one setting of the simulated services, so that a test can check whether doctor finds it. */
import type { World } from '../world.ts';

export type Undo = () => unknown;

/** Changes a field and returns a function that restores it. */
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
  const before = map.get(key);
  map.set(key, value);
  return () => (before === undefined ? map.delete(key) : map.set(key, before));
}

export async function changeInSql({ db }: World, doing: string, undoing: string): Promise<Undo> {
  await db.sql.unsafe(doing);
  return () => db.sql.unsafe(undoing);
}

/** Changes a setting of the sign-in. */
export const changeAuthSetting = (name: string, value: unknown) => (world: World) =>
  change(world.supabase.auth, name, value);
export const firstOf = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('There is none.');
  return one;
};
export const findFunction = (world: World, name: string) => {
  const found = world.supabase.functions.get(name);
  if (!found) throw new Error(`${name} is not deployed.`);
  return found;
};
export const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** A fault that nobody would notice without doctor. */
export type Fault = [
  fault: string,
  /** The step of doctor that must report it. */
  id: string,
  /** The words of that report. */
  says: RegExp,
  provoke: (world: World) => Undo | Promise<Undo>,
];
