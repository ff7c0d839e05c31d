// `npm run bench`: Lighthouse on the built site, taps on a slow phone and how soon a published price is on its page,
// the way to the payment page and fifty parents at once, the database under load, staff's lists of 100,000 orders, and
// what the assistant answers to a hundred questions; `npm run bench -- site` (`-- taps`, `-- publish`: without
// Lighthouse),
// `-- selling`, `-- database`, `-- lists` or `-- assistant` one of them. Fails when a page falls below its scores, or
// somebody is charged in vain; with --check also when taps, publishing, selling, the database or a list miss a target.
// For a quick look: --past=20000 loads fewer past bookings than two million, and --page=/camps measures that page only
// (several times for several), --film also leaves a film strip of each tap's journey, a picture every 250 ms, in
// `.local/film`. Only when it is named, for filling its database takes long: `-- books` times every check of the books,
// purge and chore with a million orders (--orders=5000000: five); it needs 4 GB of disk a million.
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
