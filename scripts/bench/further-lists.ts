// Times the lists of leads, waitlists, the schedule, parties, pictures, tasks, vouchers, payouts, decisions, messages,
// reviews and referrals, the global search and the sales desk's search: the first page, a late page, and every filter
// and search of their screens.
import { type Figure, median, percentile } from './figures.ts';

const WANTED_MS = 300;
const CALLS = 20;

interface List {
  name: string;
  call: (next: string) => string;
  pages?: number;
  /** The search must find a row, because timing an empty result says nothing. */
  finds?: boolean;
}

const quoted = (value: unknown) =>
  `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;

type Filter = Record<string, string>;
interface ListVariant {
  name: string;
  filter?: Filter;
  sort?: string;
  pages?: number;
  limit?: number;
  finds?: boolean;
}

const byKey = (list: string, sort: string, variants: ListVariant[]): List[] =>
  variants.map(({ name, filter = {}, pages = 0, limit = 50, finds = false, ...way }) => ({
    name: `${list}: ${name}`,
    pages,
    finds,
    call: (next) =>
      `public.list_${list}(${quoted(filter)}::jsonb, ${quoted(way.sort ?? sort)}, ${next}::uuid, ${limit})`,
  }));

/** `n` is the number of a parent on the list's first page. */
const searches = (n: number): ListVariant[] => [
  { name: 'one of them', filter: { search: `Parent ${n}` }, finds: true },
  { name: 'an address', filter: { search: `guest${n}@example` }, finds: true },
  { name: 'a name that all have', filter: { search: 'parent' } },
  { name: 'a number that all have', filter: { search: '9000 0000' } },
  { name: 'two letters', filter: { search: 'pa' } },
  { name: 'nobody', filter: { search: 'zzyzx' } },
];
const first: ListVariant = { name: 'as it opens' };
const piece: ListVariant = { name: 'a piece of a file', limit: 500 };
const years: Filter = { from: '2020-06-01', until: '2020-06-07' };

/** Numbers that lists.sql gives to the last class and to an upcoming party. */
const lastClass = (orders: number) => Math.max(Math.floor(orders / 8), 8) - 1;
const PARTY = 3990;

const further = (orders: number): List[] => [
  ...byKey('leads', '-created', [
    ...[first, piece, ...searches(orders / 20)],
    { name: 'page 40', pages: 40 },
    { name: 'by activity', sort: 'activity' },
    { name: 'converted', filter: { status: 'converted' } },
    { name: 'birthdays', filter: { source: 'birthday_enquiry' } },
    { name: 'a week', filter: years },
  ]),
  ...byKey('waitlists', 'starts', [
    ...[first, piece, ...searches(lastClass(orders))],
    { name: 'over', filter: { state: 'over' }, sort: '-starts' },
    { name: 'over, page 20', filter: { state: 'over' }, sort: '-starts', pages: 20 },
    { name: 'over, a name that all have', filter: { state: 'over', search: 'parent' } },
    { name: 'over, a child', filter: { state: 'over', search: 'child' } },
    { name: 'over, a place', filter: { state: 'over', search: 'ground' } },
    { name: 'unconfirmed', filter: { state: 'unconfirmed' } },
    { name: 'camps', filter: { kind: 'camp' } },
  ]),
  ...byKey('places', '-starts', [
    ...[first, piece],
    { name: 'page 40', pages: 40 },
    { name: 'to come', filter: { state: 'coming' }, sort: 'starts' },
    { name: 'past camps', filter: { state: 'past', kind: 'camp' } },
    { name: 'called off', filter: { state: 'off' } },
    { name: 'a week', filter: years },
    { name: 'a camp', filter: { search: 'camp 11' } },
    { name: 'a place', filter: { search: 'ground 17' } },
    { name: 'a place that all have', filter: { search: 'ground' } },
    { name: 'nobody', filter: { search: 'zzyzx' } },
  ]),
  ...[7, 42].map((days) => ({
    name: `the calendar of ${days} days`,
    call: () => `public.get_schedule(current_date - ${days - 7}, current_date + 6)`,
  })),
  {
    name: 'the calendar of a year ago',
    call: () => 'public.get_schedule(current_date - 365, current_date - 324)',
  },
  ...byKey('parties', 'starts', [
    ...[first, piece, ...searches(PARTY)],
    { name: 'over', filter: { state: 'over' }, sort: '-starts' },
    { name: 'over, page 40', filter: { state: 'over' }, sort: '-starts', pages: 40 },
    { name: 'every, a name that all have', filter: { state: 'every', search: 'parent' } },
    { name: 'cancelled', filter: { state: 'cancelled' } },
    { name: 'a week', filter: { state: 'every', ...years } },
  ]),
  ...pictures(orders),
  ...searchesWhileTyping(orders),
  ...byKey('promotion_codes', '-created', [first, piece]),
  ...byKey('desk_closes', '-closed', [first, piece]),
  ...byKey('camp_reviews', '-written', [
    ...[first, piece],
    { name: 'page 40', pages: 40 },
    ...['waiting', 'public', 'private'].map((state) => ({ name: state, filter: { state } })),
    { name: 'one star, not published yet', filter: { state: 'waiting', rating: '1' } },
  ]),
  { name: 'camps with growth reports', call: () => 'public.list_camps_with_reports()' },
  ...byKey('referrals', '-ordered', [
    ...[first, piece],
    { name: 'page 40', pages: 40 },
    { name: 'the oldest first', sort: 'ordered' },
    ...['review', 'waiting', 'given', 'refused', 'taken_back'].map((state) => ({
      name: state,
      filter: { state },
    })),
  ]),
  { name: 'Today', call: () => 'public.get_management_today()' },
  ...byKey('first_aid', '-happened', [
    ...[first, piece],
    { name: 'page 40', pages: 40 },
    { name: 'not told yet', filter: { informed: 'open' } },
    { name: 'the oldest first', sort: 'happened' },
    { name: 'one of them', filter: { search: `Child ${orders / 20 - 1}` }, finds: true },
    { name: 'a name that all have', filter: { search: 'child' } },
    { name: 'nobody', filter: { search: 'zzyzx' } },
    { name: 'a week', filter: years },
  ]),
  ...byKey('tasks', 'due', [
    ...[first, piece],
    { name: 'page 40', pages: 40, filter: { state: 'done' }, sort: '-created' },
    { name: 'overdue', filter: { due: 'overdue' } },
    { name: 'of nobody', filter: { whose: 'unowned' } },
    { name: 'mine, of which there is none', filter: { whose: 'mine' } },
    ...['todo', 'decision'].map((kind) => ({ name: kind, filter: { kind } })),
    { name: 'one of them', filter: { state: 'done', search: `Parent ${orders / 40}` }, finds: true },
    { name: 'a word that all have', filter: { search: 'call' } },
    { name: 'nobody', filter: { search: 'zzyzx' } },
    { name: 'nobody, done', filter: { state: 'done', search: 'zzyzx' } },
  ]),
  ...byKey('vouchers', '-issued', [
    ...[first, piece, ...searches(orders / 40).filter(({ name }) => name !== 'a number that all have')],
    { name: 'page 40', pages: 40 },
    { name: 'the oldest first', sort: 'issued' },
    ...['open', 'redeemed', 'expired', 'cancelled'].map((state) => ({ name: state, filter: { state } })),
    { name: 'the last four', filter: { search: '2000' }, finds: true },
  ]),
  ...byKey('payouts', '-arrival', [
    ...[first, piece],
    { name: 'page 40', pages: 40 },
    { name: 'the oldest first', sort: 'arrival' },
    { name: 'a month', filter: { month: '2025-06' } },
    { name: 'failed', filter: { status: 'failed' } },
  ]),
  ...['get_payout_month', 'get_payout_differences'].map((name) => ({
    name: `payouts: ${name}`,
    call: () => `public.${name}(to_char(current_date - 100, 'YYYY-MM'))`,
  })),
  ...byKey('messages', '-created', [
    ...[first, piece],
    { name: 'page 40', pages: 40 },
    { name: 'news', filter: { kind: 'news' } },
    { name: 'stopped', filter: { state: 'stopped' } },
    { name: 'on their way', filter: { state: 'going' } },
    { name: 'a word that all have', filter: { search: 'bring along' } },
    { name: 'a word that none has', filter: { search: 'zzyzx' } },
  ]),
  ...['null', ...['paid_late', 'refund_failed', 'renewal_unpaid', 'mail_failed'].map(quoted)].map((kind) => ({
    name: `decisions: ${kind === 'null' ? 'all' : kind.replaceAll("'", '')}`,
    call: (next: string) => `public.list_decisions(${kind}, ${next}::jsonb, 50)`,
  })),
  {
    name: 'decisions: page 10',
    pages: 10,
    call: (next) => `public.list_decisions(null, ${next}::jsonb, 50)`,
  },
];

/** Returns the names of the functions that are timed here. */
export const timedFunctions = (orders: number): string[] =>
  further(orders).flatMap(({ call }) => /public\.(\w+)/.exec(call('null'))?.[1] ?? []);

/** Searches that run while somebody types, and that are not lists. */
const searchesWhileTyping = (orders: number): List[] =>
  ['search_staff', 'find_desk_families'].flatMap((call) =>
    [
      { name: 'a parent', text: `Parent ${orders / 10}` },
      { name: 'an address', text: `guest${orders / 10}@example` },
      { name: 'a child', text: `child ${orders / 4}` },
      { name: 'a number that all have', text: '9000 0000' },
      { name: 'a name that all have', text: 'parent' },
      { name: 'three letters', text: 'chi' },
      { name: 'nobody', text: 'zzyzx' },
    ].map(({ name, text }) => ({ name: `${call}: ${name}`, call: () => `public.${call}(${quoted(text)})` })),
  );

/** The only list that is paged by offset, as the specification says (spec 1 §3). */
const pictures = (orders: number): List[] =>
  [
    { name: 'as it opens', filter: {} },
    { name: 'page 40', filter: {}, offset: 3900 },
    { name: 'the last page', filter: {}, offset: orders - 300 },
    { name: 'the newest first', filter: {}, sort: '-created' },
    ...['unsaid', 'nobody', 'children', 'deleted'].map((shows) => ({ name: shows, filter: { shows } })),
    // Every five-hundredth picture was deleted, so this search is for one that exists.
    { name: 'one of them', filter: { search: `day ${orders / 2 + 1}` }, finds: true },
    { name: 'a name that all have', filter: { search: 'ramp' } },
    { name: 'two letters', filter: { search: 'ra' } },
    { name: 'nobody', filter: { search: 'zzyzx' } },
  ].map(({ name, filter, sort = 'name', offset = 0, finds = false }: PictureWays) => ({
    name: `pictures: ${name}`,
    finds,
    call: () => `public.list_pictures(${quoted(filter)}::jsonb, ${quoted(sort)}, 100, ${offset})`,
  }));
interface PictureWays {
  name: string;
  filter: Filter;
  sort?: string;
  offset?: number;
  finds?: boolean;
}

interface Answer {
  rows?: unknown[];
  places?: unknown[];
  first?: unknown[];
  next?: unknown;
}

/** Times each list as a member of staff. `resetLimits` clears the request limits between calls. */
export async function timeFurther(
  orders: number,
  ask: (call: string) => Promise<unknown>,
  resetLimits: () => Promise<void>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, call, pages = 0, finds = false } of further(orders)) {
    await resetLimits();
    let text = call('null');
    for (let page = 0; page < pages; page++) {
      const { next } = (await ask(text)) as Answer;
      if (next == null) throw new Error(`${name} has no page ${page + 2}`);
      text = call(quoted(next));
    }
    const took: number[] = [];
    let answer: Answer = {};
    for (let n = 0; n < CALLS; n++) {
      const began = performance.now();
      answer = (await ask(text)) as Answer;
      took.push(performance.now() - began);
    }
    const rows = (answer.rows ?? answer.places ?? answer.first ?? []).length;
    if (finds && rows === 0) throw new Error(`${name} finds nothing`);
    figures.push({
      name,
      value: percentile(took, 95),
      unit: 'ms',
      most: WANTED_MS,
      note: `p50 ${median(took).toFixed(1)}; ${rows} rows`,
    });
  }
  return figures;
}
