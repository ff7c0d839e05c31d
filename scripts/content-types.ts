import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sanityCli, sanityEnvironment, studioFolder } from '#local/studio/cli.ts';
import { writeShapes } from './content-shapes.ts';

const run = promisify(execFile);
// `studio/sanity.cli.ts` tells the generator this file name. The file is temporary.
const schema = 'schema.json';

const shapes = path.join(import.meta.dirname, '../src/content/shapes.gen.ts');

/**
 * Writes `types.gen.ts` and `shapes.gen.ts` in src/content from Studio's schema and the queries, without the network.
 */
export async function writeContentTypes(): Promise<void> {
  const options = { cwd: studioFolder, env: { ...process.env, ...sanityEnvironment } };
  await run(
    process.execPath,
    [sanityCli(), 'schema', 'extract', '--enforce-required-fields', '--path', schema, '--force'],
    options,
  );
  try {
    await writeShapes(path.join(studioFolder, schema), shapes);
    await run(process.execPath, [sanityCli(), 'typegen', 'generate'], options);
  } finally {
    await rm(path.join(studioFolder, schema), { force: true });
  }
}

if (import.meta.main) await writeContentTypes();
