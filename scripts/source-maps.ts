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
 * Hands the maps of a build to the functions, which find by them where an error of a browser was written
 * (`error-monitor/source-maps`), and removes them here. `folder` is what the build had as SOURCE_MAPS. Read at once, so
 * that the next build may use it; only what the functions have not yet is sent. Nothing depends on it: where the
 * address or secret is missing nothing is sent, and what fails is only printed. Answers whether the functions have them
 * now.
 */
export async function shareMaps(
  folder: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void = console.error,
): Promise<boolean> {
  const { PUBLIC_SUPABASE_URL: url, MAINTENANCE_SECRET: secret } = env;
  // A build that found nothing to do left none.
  if (!existsSync(path.join(folder, 'release'))) return false;
  const release = readFileSync(path.join(folder, 'release'), 'utf8');
  const maps = readMaps(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!url || !secret) return false;
  const tell = async (body: object): Promise<unknown> => {
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
    const { missing } = (await tell({ release, files })) as { missing: string[] };
    for (const file of missing) await tell({ file, map: maps.get(file) });
    return true;
  } catch (error) {
    log(`source maps: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** By the names of their scripts. */
const readMaps = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.map'))
      .map((file) => [file.slice(0, -4), slim(readFileSync(path.join(folder, file), 'utf8'))]),
  );

/** A build that was written to another place names its sources from the top of the machine. */
const top = `${path.dirname(import.meta.dirname).slice(1)}/`;

/** Without the sources' own text, which stays in the repository; they are named from its top. */
function slim(text: string): string {
  const { sources, names, mappings } = JSON.parse(text) as RawMap;
  const plain = sources.map((source) =>
    source
      .replace(/^(?:\.\.\/)+/, '')
      .replace(top, '')
      .replace(/[?#].*$/, ''),
  );
  return JSON.stringify({ version: 3, sources: plain, names, mappings });
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
