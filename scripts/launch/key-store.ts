import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Environment, environments, fits, type KeyName, keyNames, keyOf } from './keys.ts';
import { doublesOf } from './service-addresses.ts';

type Saved = Partial<Record<KeyName, string>>;

/** The keys of one environment, in a file outside the repository that only its owner can read. */
export interface KeyStore {
  get: (name: KeyName) => string | undefined;
  /** The value in the file, whatever the environment's variable says. */
  getSaved: (name: KeyName) => string | undefined;
  /** True if the question was answered, also with an empty answer. */
  isAnswered: (name: KeyName) => boolean;
  /** True if the file has an empty answer: the key is not wanted, and is removed where it was given before. */
  isDeclined: (name: KeyName) => boolean;
  /** The file is on disk before this returns, so that an interruption loses nothing that a service shows only once. */
  set: (name: KeyName, value: string) => void;
  /** Replaces every secret in a text by its name. */
  redact: (text: string) => string;
  file: string;
}

export function keyFile(environment: Environment, env: NodeJS.ProcessEnv = process.env): string {
  const base = env['XDG_CONFIG_HOME'] ?? env['APPDATA'] ?? path.join(homedir(), '.config');
  // Keys of simulated accounts never get into the file with the real keys.
  return path.join(base, doublesOf(env) ? 'otter-trails-doubles' : 'otter-trails', `${environment}.json`);
}

/**
 * A variable of the environment takes precedence over the file, so that a CI needs no file. Keys that are asked for
 * only on request are read from the file alone, because a shell may have them for another project, such as SENTRY_DSN.
 */
export function openKeyStore(environment: Environment, env: NodeJS.ProcessEnv = process.env): KeyStore {
  const file = keyFile(environment, env);
  const saved = readSaved(file);
  const getSaved = (name: KeyName) => (saved[name] === '' ? undefined : saved[name]);
  const get = (name: KeyName) => {
    const given = keyOf(name).onRequest ? undefined : env[name]?.trim();
    return given === undefined || given === '' ? getSaved(name) : given;
  };
  for (const name of keyNames) {
    const value = get(name);
    if (value !== undefined && !fits(name, value, environment))
      throw new Error(`${name} does not have the form of such a key for ${environment}. ${hint(name)}`);
  }
  // The access token is valid for all projects of its account, so a wrong reference would change another project.
  const ref = get('SUPABASE_PROJECT_REF');
  const owner = environments.find(
    (other) => other !== environment && readSaved(keyFile(other, env)).SUPABASE_PROJECT_REF === ref,
  );
  if (ref !== undefined && owner !== undefined)
    throw new Error(`SUPABASE_PROJECT_REF names the project of ${owner}. Each environment has its own.`);
  return {
    file,
    get,
    getSaved,
    isDeclined: (name) => saved[name] === '',
    isAnswered: (name) => name in saved || get(name) !== undefined,
    set(name, value) {
      if (value === '' ? !keyOf(name).optional : !fits(name, value, environment))
        throw new Error(`${name} does not have the form of such a key.`);
      saved[name] = value;
      write(file, saved);
    },
    redact(text) {
      let shown = text;
      for (const name of keyNames) {
        const value = keyOf(name).secret && get(name);
        if (value) shown = shown.replaceAll(value, `[${name}]`);
      }
      return shown;
    },
  };
}

const hint = (name: KeyName) => (keyOf(name).link ? `Get it at ${keyOf(name).link}` : '').trim();

/** The keys in a file; none if there is no such file. */
export function readSaved(file: string): Saved {
  let text: string;
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Error(`Others can read ${file}. Run: chmod 600 ${file}`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  return JSON.parse(text) as Saved;
}

function write(file: string, saved: object): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 });
  // The mode of writeFileSync counts only for a new file.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
