import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { supabaseFolder } from './config.ts';

export interface FunctionFiles {
  /** Paths from the folder supabase/functions. */
  entrypoint: string;
  importMap?: string;
  files: { name: string; content: string | Uint8Array<ArrayBuffer> }[];
}

const folder = path.join(supabaseFolder, 'functions');
const shared = () => readdirSync(path.join(folder, '_shared'), { recursive: true, encoding: 'utf8' });

/** What is sent for a function: its sources, which Supabase bundles. A bundle of ours takes its place here. */
export function functionFiles(name: string): FunctionFiles {
  const own = readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' });
  const names = [
    ...own.map((file) => `${name}/${file}`),
    ...shared().map((file) => `_shared/${file}`),
    'deno.json',
  ].filter((file) => /\.(tsx?|json)$/.test(file) && !file.endsWith('.d.ts'));
  return {
    entrypoint: `${name}/index.ts`,
    importMap: 'deno.json',
    files: names.sort().map((file) => ({
      name: file.replaceAll('\\', '/'),
      content: readFileSync(path.join(folder, file), 'utf8'),
    })),
  };
}

/** Tells two versions of a function's files apart. */
export function releaseOf({ files }: FunctionFiles): string {
  const hash = createHash('sha256');
  for (const { name, content } of files) hash.update(`${name}\0`).update(content).update('\0');
  return hash.digest('hex').slice(0, 12);
}
