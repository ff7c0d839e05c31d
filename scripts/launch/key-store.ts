import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Environment, fits, type KeyName, keyNames, keyOf } from './keys.ts';

/** The keys of one environment, in a file outside the repository that only its owner can read. */
export interface KeyStore {
  get: (name: KeyName) => string | undefined;
  /** Returns whether the question about this key was answered, perhaps with nothing. */
  isAnswered: (name: KeyName) => boolean;
  /**
   * Stores the value. It is on disk before this returns, so that an interruption loses nothing that a service shows
   * only once.
   */
  set: (name: KeyName, value: string) => void;
  /** Replaces every secret in a text by its name. */
  redact: (text: string) => string;
  file: string;
}

export function keyFile(environment: Environment, env: NodeJS.ProcessEnv = process.env): string {
  const base = env['XDG_CONFIG_HOME'] ?? env['APPDATA'] ?? path.join(homedir(), '.config');
  return path.join(base, 'otter-trails', `${environment}.json`);
}

/**
 * Opens the keys of an environment. A variable of the process takes precedence over the file, so that a CI needs no
 * file.
 */
export function openKeyStore(environment: Environment, env: NodeJS.ProcessEnv = process.env): KeyStore {
  const file = keyFile(environment, env);
  const saved = readSaved(file);
  const get = (name: KeyName) => [env[name]?.trim(), saved[name]].find(Boolean);
  for (const name of keyNames) {
    const value = get(name);
    if (value !== undefined && !fits(name, value, environment))
      throw new Error(`${name} does not have the form of such a key for ${environment}. ${hint(name)}`);
  }
  return {
    file,
    get,
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

function readSaved(file: string): Partial<Record<KeyName, string>> {
  let text: string;
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Error(`Others can read ${file}. Run: chmod 600 ${file}`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  return JSON.parse(text) as Partial<Record<KeyName, string>>;
}

function write(file: string, saved: object): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 });
  // The mode of writeFileSync counts only for a new file.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
