import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseSteps, setUp, type Progress } from './run.ts';
import type { Context } from './context.ts';
import type { KeyName } from './keys.ts';
import type { Rotation, RotationName } from './rotations.ts';
import { steps } from './steps.ts';

/** The progress of a rotation. It survives an interruption, and contains the old value until that is revoked. */
interface Saved {
  /** The value that is to be revoked. It is absent if nobody knew it. */
  old?: string;
  /** The new key's name at its service. */
  id?: string;
  state: 'begun' | 'made' | 'used';
  at: string;
}

export interface RotationStore {
  read: () => Partial<Record<RotationName, Saved>>;
  write: (saved: Partial<Record<RotationName, Saved>>) => void;
}

/**
 * Stores the progress beside the keys, readable only by its owner. The file is removed when nothing is left to revoke.
 */
export function openRotationStore(keyFile: string): RotationStore {
  const file = keyFile.replace(/\.json$/, '.rotation.json');
  return {
    read() {
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<RotationName, Saved>>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
        throw error;
      }
    },
    write(saved) {
      if (Object.keys(saved).length === 0) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      const draft = `${file}.${process.pid}`;
      writeFileSync(draft, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 });
      chmodSync(draft, 0o600);
      renameSync(draft, file);
    },
  };
}

export interface RotationResult {
  name: RotationName;
  /** `revoked` means that the old key no longer works. `waits` means that a person still has to do something. */
  state: 'revoked' | 'waits' | 'skipped';
  says: string;
}

interface Tools {
  store: RotationStore;
  /** Asks a person for the new key. It is null if nobody is there to ask. */
  ask: ((name: KeyName) => Promise<string>) | null;
  progress: Progress;
}

/**
 * Makes or asks for new keys, gives them to everything that uses them, checks whether all of it works, and only then
 * revokes the old ones. If it is run again, it continues where it stopped.
 */
export async function rotate(
  rotations: readonly Rotation[],
  given: Context,
  tools: Tools,
): Promise<RotationResult[]> {
  const context = hidingOldKeys(given, tools.store);
  const results: RotationResult[] = [];
  for (const rotation of rotations) {
    try {
      results.push(await rotateOne(rotation, context, tools));
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      results.push({ name: rotation.name, state: 'waits', says: context.keys.redact(words) });
    }
  }
  return results;
}

/** Hides old values in output, too. They are no longer keys, so the key store does not know that they are secrets. */
function hidingOldKeys(context: Context, store: RotationStore): Context {
  const redact = (text: string) => {
    let shown = context.keys.redact(text);
    for (const [name, { old }] of Object.entries(store.read()))
      if (old) shown = shown.replaceAll(old, `[old ${name}]`);
    return shown;
  };
  return { ...context, keys: { ...context.keys, redact } };
}

async function rotateOne(
  rotation: Rotation,
  context: Context,
  { store, ask, progress }: Tools,
): Promise<RotationResult> {
  const { name } = rotation;
  const done = (state: RotationResult['state'], says: string): RotationResult => ({ name, state, says });
  const save = (change: Partial<Saved>) => {
    const before = store.read();
    const at = before[name]?.at ?? context.now().toISOString();
    store.write({ ...before, [name]: { state: 'begun', at, ...before[name], ...change } });
  };
  const forget = () => {
    const { [name]: _, ...rest } = store.read();
    store.write(rest);
  };

  if (!store.read()[name]) {
    const old = rotation.key && context.keys.get(rotation.key);
    if (rotation.isUsed && !rotation.isUsed(context)) return done('skipped', 'Not in use.');
    save({ ...(old && { old }) });
  }

  if (store.read()[name]?.state === 'begun') {
    if (rotation.make) {
      const { value, id } = await rotation.make(context);
      if (rotation.key && value !== undefined) keep(context, rotation.key, value);
      save({ state: 'made', ...(id && { id }) });
    } else if (rotation.key) {
      if (!ask) return done('waits', `Setup can’t ask for the new ${name} here. Run it in a terminal.`);
      const value = await ask(rotation.key);
      if (value === store.read()[name]?.old) return done('waits', 'That is the old key.');
      keep(context, rotation.key, value);
      save({ state: 'made' });
    } else save({ state: 'made' });
  }

  if (store.read()[name]?.state === 'made') {
    await rotation.use?.(context);
    const users = rotation.steps.length > 0 ? chooseSteps(steps, rotation.steps.join(',')) : [];
    const results = await setUp(users, context, { dryRun: false, progress });
    const failing = results.find(({ state }) => state !== 'ok');
    if (failing) return done('waits', `The old key stays, because ${failing.step.id} says: ${failing.says}`);
    const problem = await rotation.check?.(context);
    if (problem) return done('waits', `The old key stays: ${context.keys.redact(problem)}`);
    save({ state: 'used' });
  }

  const saved = store.read()[name];
  if (rotation.revoke) await rotation.revoke(context, { id: saved?.id, old: saved?.old });
  if (rotation.isRevoked && !(await rotation.isRevoked(context, saved?.old, saved?.at ?? '')))
    return done('waits', `${rotation.byHand ?? 'Revoke the old key at its service.'} Then run this again.`);
  forget();
  return done('revoked', rotation.isRevoked ? 'The old key no longer works.' : 'Replaced everywhere.');
}

/**
 * Stores the new key. Fails if a variable of the environment has the old one, because the variable takes precedence.
 */
function keep({ keys }: Context, name: NonNullable<Rotation['key']>, value: string): void {
  keys.set(name, value);
  if (keys.get(name) !== value)
    throw new Error(
      `${name} is also given as a variable of the environment. Remove it there, then run this again.`,
    );
}
