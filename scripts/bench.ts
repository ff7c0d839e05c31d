// `npm run bench` runs every benchmark but `books`; `npm run bench -- <name>` runs one of them:
// `site` (Lighthouse on the built site, `taps`, `publish`), `taps` (taps on a slow phone), `publish` (how soon a
// published price is on its page), `selling` (from checkout to the payment page, and fifty parents at once), `database`
// (the database under load), `lists` (staff's lists with 100,000 orders), `assistant` (a hundred questions) and `books`
// (every bookkeeping check, purge and chore with a million orders, or --orders=5000000; 4 GB of disk per million).
// Fails when a page falls below its scores or somebody is charged for nothing; with --check also when another target is
// missed. Options: --past=20000 loads that many past bookings instead of two million, --page=/camps (repeatable)
// measures only that page, --film saves a film strip of each journey (a picture every 250 ms) in `.local/film`.
import { parseArgs } from 'node:util';
import { benchAssistant } from './bench/assistant.ts';
import { benchBooks } from './bench/books.ts';
import { benchDatabase } from './bench/database.ts';
import { benchLists } from './bench/lists.ts';
import { benchPublish } from './bench/publish.ts';
import { benchSelling } from './bench/selling.ts';
import { benchSite } from './bench/site.ts';
import { benchTaps } from './bench/taps.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    past: { type: 'string', default: '2000000' },
    orders: { type: 'string', default: '1000000' },
    page: { type: 'string', multiple: true, default: [] },
    film: { type: 'boolean', default: false },
  },
});
const wanted = (part: string) => positionals.length === 0 || positionals.includes(part);

const below = wanted('site') ? await benchSite(values.page) : [];
const missed = [
  ...(wanted('assistant') ? await benchAssistant() : []),
  ...(wanted('site') || wanted('taps') ? await benchTaps(values.page, values.film) : []),
  ...(wanted('site') || wanted('publish') ? await benchPublish() : []),
  ...(wanted('selling') ? await benchSelling() : []),
  ...(wanted('database') ? await benchDatabase({ past: Number(values.past) }) : []),
  ...(wanted('lists') ? await benchLists(100_000) : []),
  ...(positionals.includes('books') ? await benchBooks(Number(values.orders)) : []),
];
for (const line of below) console.error(line);
process.exit(below.length || (values.check && missed.length) ? 1 : 0);
