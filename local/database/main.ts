import path from 'node:path';
import { runService } from '../service.ts';
import { startDatabase } from './start.ts';

const { LOCAL_DIR, DATABASE_PORT } = process.env;
if (!LOCAL_DIR) throw new Error('LOCAL_DIR is missing');

await runService(async () => {
  const database = await startDatabase({
    dir: path.join(LOCAL_DIR, 'database'),
    port: Number(DATABASE_PORT ?? 54_322),
    log: (text) => process.stderr.write(text),
  });
  void database.exited.then((reason) => {
    console.error(reason);
    process.exit(1);
  });
  return database;
});
