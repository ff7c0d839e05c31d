// `npm run reset`: forgets the local data (database, content, mails, payments, builds), not the packages.
import { rmSync } from 'node:fs';
import { readStackEnvironment } from './environment.ts';
import { clearLeftovers } from './leftovers.ts';

const { LOCAL_DIR } = readStackEnvironment();
clearLeftovers(LOCAL_DIR);
rmSync(LOCAL_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
console.log('Local data removed. `npm start` makes it anew.');
