// `npm run release -- 0.1.0` writes the version, dates the change log, freezes the migrations, records what can be
// called, commits and sets the tag. `--dry-run` only says what prevents the release. Nothing is pushed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { prepareDatabase } from '#local/api/prepare.ts';
import { startDatabase } from '#local/database/start.ts';
import { type Contract, readContract } from './releases/contract.ts';
import { isVersion, noVersion, release, releaseFaults } from './releases/release.ts';
import { root } from './sources.ts';

/** Returns the contract of the database that the migrations make. */
async function presentContract(): Promise<Contract> {
  const dir = mkdtempSync(path.join(tmpdir(), 'release-'));
  const database = await startDatabase({ dir, port: 0, durable: false });
  const sql = postgres(database.url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await prepareDatabase(database.url, false, undefined);
    return await readContract(sql);
  } finally {
    await sql.end({ timeout: 1 });
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [version = ''] = positionals;
  // Reading the contract takes ten seconds.
  if (!isVersion(version)) throw new Error(noVersion(version));
  const options = { project: root, version, contract: await presentContract() };
  if (!values['dry-run']) {
    release({ ...options, today: new Date() });
    console.log(`v${version} is committed and tagged. Push both: git push --follow-tags`);
    return;
  }
  const faults = releaseFaults(options);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`v${version} can be released.`);
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
