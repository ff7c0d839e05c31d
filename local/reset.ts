import { rmSync } from 'node:fs';
import path from 'node:path';
import { stopOrphan } from './database/orphan.ts';
import { readStackEnvironment } from './environment.ts';
import { clearLeftovers } from './leftovers.ts';

const { LOCAL_DIR } = readStackEnvironment();
clearLeftovers(LOCAL_DIR);
await stopOrphan(path.join(LOCAL_DIR, 'database', 'data'));
rmSync(LOCAL_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
console.log('Local data removed. Run `npm start` to create it again.');
