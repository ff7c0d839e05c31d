import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startDatabase } from '../../local/database/start.ts';
import { runPart } from '../../local/part.ts';

/** A throw-away Postgres. A process of its own, so that it leaves with the test run however that ends. */
await runPart(async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'test-database-'));
  // At the very end, as the database library ends the process on a signal by itself once Postgres has stopped.
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return startDatabase({ dir, port: 0, durable: false, maxConnections: 300 });
});
