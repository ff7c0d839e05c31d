// `npm run bench` runs every benchmark but `books` and `upgrade`; `npm run bench -- <name>` runs one: `site`
// (Lighthouse, `taps`, `publish`), `taps` (a slow phone), `publish` (a new price), `selling` (fifty parents at once),
// `database` (under load), `lists` (100,000 orders), `assistant`, `upgrade` (migrations over 100,000 orders) or `books`
// (a million orders or --orders=5000000, 4 GB of disk per million). It fails if a page's scores are too low, a parent
// is charged for nothing or an upgrade changes what people see, and with --check at any missed target. Other options:
// --past=20000 (past bookings), --page=/camps (repeatable), --film (a strip of each journey in `.local/film`).
import { parseArgs } from 'node:util';
import { benchAssistant } from './bench/assistant.ts';
import { benchBooks } from './bench/books.ts';
import { benchDatabase } from './bench/database.ts';
import { benchLists } from './bench/lists.ts';
import { benchPublish } from './bench/publish.ts';
import { benchSelling } from './bench/selling.ts';
import { benchSite } from './bench/site.ts';
import { benchTaps } from './bench/taps.ts';
import { benchUpgrade } from './bench/upgrade.ts';

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
const isRequested = (part: string) => positionals.length === 0 || positionals.includes(part);

const isUpgraded = !positionals.includes('upgrade') || benchUpgrade(100_000);
const below = isRequested('site') ? await benchSite(values.page) : [];
const missed = [
  ...(isRequested('assistant') ? await benchAssistant() : []),
  ...(isRequested('site') || isRequested('taps') ? await benchTaps(values.page, values.film) : []),
  ...(isRequested('site') || isRequested('publish') ? await benchPublish() : []),
  ...(isRequested('selling') ? await benchSelling() : []),
  ...(isRequested('database') ? await benchDatabase({ past: Number(values.past) }) : []),
  ...(isRequested('lists') ? await benchLists(100_000) : []),
  ...(positionals.includes('books') ? await benchBooks(Number(values.orders)) : []),
];
for (const line of below) console.error(line);
process.exit(!isUpgraded || below.length || (values.check && missed.length) ? 1 : 0);
