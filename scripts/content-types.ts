import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sanityCli, sanityEnvironment } from '../local/studio/cli.ts';

const run = promisify(execFile);
const studio = path.join(import.meta.dirname, '../studio');
// The name that `studio/sanity.cli.ts` gives to the generator; in between only, so it is not kept.
const schema = path.join(studio, 'schema.json');

/** Writes `src/content/types.gen.ts` from the Studio's schema and the queries. Needs no network. */
export async function writeContentTypes(): Promise<void> {
  const options = { cwd: studio, env: { ...process.env, ...sanityEnvironment } };
  await mkdir(path.dirname(schema), { recursive: true });
  await run(
    process.execPath,
    [sanityCli(), 'schema', 'extract', '--enforce-required-fields', '--path', schema],
    options,
  );
  try {
    await run(process.execPath, [sanityCli(), 'typegen', 'generate'], options);
  } finally {
    await rm(schema, { force: true });
  }
}

if (import.meta.main) await writeContentTypes();
