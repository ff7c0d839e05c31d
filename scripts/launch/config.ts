import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../sources.ts';

const supabaseFolder = path.join(root, 'supabase');

type Value = string | number | boolean;

/** Reads the plain values of supabase/config.toml by section: text, numbers and switches on one line. */
export function readConfig(
  text = readFileSync(path.join(supabaseFolder, 'config.toml'), 'utf8'),
): Map<string, Record<string, Value>> {
  const sections = new Map<string, Record<string, Value>>();
  let section: Record<string, Value> = {};
  for (const line of text.split('\n')) {
    const title = /^\[([^[\]]+)\]\s*$/.exec(line)?.[1];
    if (title !== undefined) sections.set(title, (section = {}));
    const { key, value } = /^(?<key>\w+) = (?<value>"[^"]*"|\d+|true|false)\s*$/.exec(line)?.groups ?? {};
    if (key !== undefined && value !== undefined) section[key] = JSON.parse(value) as Value;
  }
  return sections;
}

/**
 * Returns the functions to deploy, which are all folders of supabase/functions. If config.toml has no line for a
 * function, the gateway asks its callers for a token.
 */
export function functionNames(): { name: string; verifyJwt: boolean }[] {
  const config = readConfig();
  return readdirSync(path.join(supabaseFolder, 'functions'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => ({ name, verifyJwt: config.get(`functions.${name}`)?.['verify_jwt'] !== false }));
}

export const template = (file: string) => readFileSync(path.join(supabaseFolder, file), 'utf8');
