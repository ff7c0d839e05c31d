import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startDatabase } from '../../local/database/start.ts';
import { runPart } from '../../local/part.ts';

/** A throw-away Postgres. A process of its own, so that it leaves with the test run however that ends. */
await runPart(async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'test-database-'));
  const database = await startDatabase({ dir, port: 0, durable: false, maxConnections: 300 });
  const stop = async () => {
    await database.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: database.url, stop };
});
