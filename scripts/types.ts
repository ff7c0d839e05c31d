// `npm run types` writes every generated file from its source: the types and overview of the database, the types of
// the content, Studio's sentences, the document of the read API, and the sign-in e-mails. With `--check` it fails if a
// file is out of date.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { prepareDatabase } from '#local/api/prepare.ts';
import { startDatabase } from '#local/database/start.ts';
import { policiesFile, policiesQuery } from './launch/policies.ts';
import { writeContentTypes } from './content-types.ts';
import { writeDatabaseTypes } from './database-types.ts';
import { writeReadApi } from './openapi.ts';
import { writeOverview } from './schema-overview.ts';
import { writeSignInMails } from './sign-in-mails.ts';
import { root } from './sources.ts';
import { writeWording } from './wording.ts';

const databaseTypes = 'supabase/functions/_shared/contract/database.gen.ts';
const overview = 'docs/schema.md';
const generated = [
  databaseTypes,
  policiesFile,
  overview,
  'docs/read-api.openapi.json',
  'src/content/types.gen.ts',
  'src/content/shapes.gen.ts',
  'studio/wording/catalogue.gen.ts',
  'supabase/templates',
];

const dir = mkdtempSync(path.join(tmpdir(), 'types-'));
const database = await startDatabase({ dir, port: 0, durable: false });
try {
  await prepareDatabase(database.url, false, undefined);
  await writeDatabaseTypes(database.url, path.join(root, databaseTypes));
  await writeOverview(database.url, path.join(root, overview));
  await writePolicies(database.url);
} finally {
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
}
await writeContentTypes();
writeWording();
writeReadApi();
writeSignInMails();

async function writePolicies(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    const rows = await sql.unsafe<{ name: string; hash: string }[]>(policiesQuery);
    const policies = Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
    writeFileSync(path.join(root, policiesFile), `${JSON.stringify(policies, null, 2)}\n`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

if (process.argv.includes('--check')) {
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...generated], {
    cwd: root,
    encoding: 'utf8',
  });
  if (changed.trim()) {
    console.error(`Generated files differ from the committed ones. Run \`npm run types\`:\n${changed}`);
    process.exitCode = 1;
  }
}
