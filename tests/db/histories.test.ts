import { expect, test } from 'vitest';
import { createDatabase } from '#support/database.ts';
import { readReachedCases } from '#support/histories/forbidden-states.ts';
import { playHistory } from '#support/histories/run.ts';
import { connectCallers, publishAll } from '#support/histories/world.ts';

/** The long run is `HISTORIES=10000 npx vitest run --project db histories.test`. `HISTORIES_FROM` replays a seed. */
const COUNT = Number(process.env['HISTORIES'] ?? 60);
const FROM = Number(process.env['HISTORIES_FROM'] ?? 1);
/** This many histories share a database, so that its books grow; all of them are checked after every history. */
const CHAPTER = 10;

const chapters = Array.from({ length: Math.ceil(COUNT / CHAPTER) }, (_, n) => FROM + n * CHAPTER);
const reached = new Set<string>();

async function tell(first: number): Promise<void> {
  const db = await createDatabase();
  await publishAll(db);
  const callers = await connectCallers(db);
  for (let seed = first; seed < Math.min(first + CHAPTER, FROM + COUNT); seed++) {
    expect(await playHistory(db, callers, seed), `history ${seed}`).toEqual([]);
  }
  for (const what of await readReachedCases(db)) reached.add(what);
  await callers.close();
  await db.drop();
}

test.each(chapters)(
  'whatever four users do at the same time, the books stay correct (histories from %i)',
  (first) => tell(first),
  180_000,
);

const rareCases = [
  'move refused',
  'family erase',
  'dispute won',
  'decision ended',
  'pass given back in part',
];

test.runIf(COUNT >= 300)('the histories contain every kind of event', () => {
  // Each of these results happens in about one database in three, so thirty databases should
  // contain it. Rarer results have their own tests.
  const missing = [
    ...['confirmed', 'reseated', 'needs_choice', 'duplicate_payment'].map((result) => `payment ${result}`),
    ...['held', 'awaiting_payment', 'paid', 'paid_late', 'expired', 'released'].map(
      (status) => `order ${status}`,
    ),
    ...['line placed', 'line cancelled', 'entry offered', 'entry enrolled', 'refund succeeded'],
    ...['rung first', 'rung second', 'rebate', 'move paid', 'try-out of a known child'],
    ...['family merge', 'child proposed'],
    ...['sold at the desk', 'camp called off', 'waited for what was called off'],
    ...['dispute open', 'dispute lost'],
    ...['renewal confirmed', 'renewal mismatch'],
    ...(COUNT >= 2000 ? rareCases : []),
  ].filter((what) => !reached.has(what));
  expect(missing).toEqual([]);
});
