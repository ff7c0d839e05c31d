import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const TIMEOUT_MS = 20_000;

interface RawMap {
  sources: string[];
  names: string[];
  mappings: string;
}

/**
 * Sends a build's source maps from its folder SOURCE_MAPS to the functions, which locate errors of browsers with
 * them, and deletes them here. Failures are only printed. Returns whether the functions now have the maps.
 */
export async function shareMaps(
  folder: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void = console.error,
): Promise<boolean> {
  const { PUBLIC_SUPABASE_URL: url, MAINTENANCE_SECRET: secret } = env;
  // A build that had nothing to do leaves no maps.
  if (!existsSync(path.join(folder, 'release'))) return false;
  const release = readFileSync(path.join(folder, 'release'), 'utf8');
  const maps = readMaps(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!url || !secret) return false;
  const post = async (body: object): Promise<unknown> => {
    const response = await fetch(`${url}/functions/v1/error-monitor/source-maps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the functions answer ${response.status}`);
    return response.json();
  };
  try {
    const files = Object.fromEntries([...maps].map(([file, map]) => [file, digestOf(map)]));
    const { missing } = (await post({ release, files })) as { missing: string[] };
    for (const file of missing) await post({ file, map: maps.get(file) });
    return true;
  } catch (error) {
    log(`source maps: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

const readMaps = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.map'))
      .map((file) => [file.slice(0, -4), slim(readFileSync(path.join(folder, file), 'utf8'))]),
  );

/** A build with another output folder names its sources by paths from the root of the file system. */
const top = `${path.dirname(import.meta.dirname).slice(1)}/`;

/** Removes the sources' text, which the repository has, and names the sources by their paths in it. */
function slim(text: string): string {
  const { sources, names, mappings } = JSON.parse(text) as RawMap;
  const sourcePaths = sources.map((source) =>
    source
      .replace(/^(?:\.\.\/)+/, '')
      .replace(top, '')
      .replace(/[?#].*$/, ''),
  );
  return JSON.stringify({ version: 3, sources: sourcePaths, names, mappings });
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
