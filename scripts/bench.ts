// `npm run bench`: Lighthouse on the built site, then the database under load; `npm run bench -- site` or
// `npm run bench -- database` one of them. Fails when a page falls below its scores; with --check also when the
// database misses a target. --past=20000 loads fewer past bookings than two million, for a quick look.
import { parseArgs } from 'node:util';
import { benchDatabase } from './bench/database.ts';
import { benchSite } from './bench/site.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, past: { type: 'string', default: '2000000' } },
});
const wanted = (part: string) => positionals.length === 0 || positionals.includes(part);

const below = wanted('site') ? await benchSite() : [];
const missed = wanted('database') ? await benchDatabase({ past: Number(values.past) }) : [];
for (const line of below) console.error(line);
process.exit(below.length || (values.check && missed.length) ? 1 : 0);
