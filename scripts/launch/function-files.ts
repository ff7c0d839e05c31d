import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { functionNames, supabaseFolder } from './config.ts';

/** An edge function as the Management API takes it. */
export interface DeployableFunction {
  name: string;
  /** Whether the gateway asks callers for a user's token. */
  verifyJwt: boolean;
  /** Tells two versions of the files apart. */
  release: string;
  entrypoint: string;
  importMap?: string;
  files: { name: string; content: string }[];
}

const folder = path.join(supabaseFolder, 'functions');

function read(files: string[]): DeployableFunction['files'] {
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(tsx?|json)$/.test(file) && !file.endsWith('.d.ts'))
    .toSorted()
    .map((name) => ({ name, content: readFileSync(path.join(folder, name), 'utf8') }));
}

const below = (name: string) =>
  readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${name}/${file}`,
  );

/** Every function with its sources, which Supabase bundles. Bundles of ours take their place here, and only here. */
export function deployableFunctions(): Promise<DeployableFunction[]> {
  const shared = read([...below('_shared'), 'deno.json']);
  const functions = functionNames().map(({ name, verifyJwt }) => {
    const files = [...read(below(name)), ...shared];
    const hash = createHash('sha256');
    for (const file of files) hash.update(`${file.name}\0${file.content}\0`);
    const release = hash.digest('hex').slice(0, 12);
    return { name, verifyJwt, release, entrypoint: `${name}/index.ts`, importMap: 'deno.json', files };
  });
  return Promise.resolve(functions);
}
