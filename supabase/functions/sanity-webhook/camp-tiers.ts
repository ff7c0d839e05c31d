import * as v from 'valibot';
import { withProduct } from '../_shared/contract/brand.ts';
import {
  allDifferent,
  cents,
  flag,
  list,
  price,
  shortName,
  sold,
  surcharge,
  whole,
  words,
} from './fields.ts';

const Rung = v.object({
  id: v.pipe(
    shortName,
    v.check((id) => id !== 'listed', 'may not be “listed”: that is the price after the last rung'),
  ),
  price,
  places: v.nullish(whole(1, 1000)),
  /** With its zone, so that it means the same moment to everybody. */
  deadline: v.nullish(v.pipe(v.string(), v.isoTimestamp('is no moment'))),
  closed: flag,
});
const Transport = v.object({
  id: shortName,
  title: words(120),
  price: v.pipe(surcharge, v.maxValue(10_000, 'must be at most S$10,000')),
});
const time = v.pipe(
  v.string('is missing'),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30'),
);

/** A published `campTier` document; `bases` are the system names of the bases it refers to. */
export const CampTier = v.pipe(
  v.object({
    ...sold,
    tier: v.picklist(['spark', 'ignite', 'epic'], 'must be spark, ignite or epic'),
    days: whole(1, 14),
    level: words(60),
    teams: v.pipe(
      list(v.picklist(['white', 'red', 'black', 'x'], 'is none of the four'), 20),
      v.minLength(1, 'is empty'),
      allDifferent((team) => team, 'names one twice'),
    ),
    minAge: whole(1, 17),
    maxAge: whole(1, 18),
    bases: v.pipe(
      list(v.nonNullish(shortName, 'is not published, or has no system name'), 20),
      v.minLength(1, 'is empty'),
      allDifferent((base) => base, 'names one twice'),
    ),
    rungs: v.pipe(
      list(Rung, 10),
      allDifferent(({ id }) => id, 'has one short name twice'),
    ),
    siblingRebate: v.nullish(v.object({ amount: price, places: v.nullish(whole(1, 1000)) })),
    transport: v.pipe(
      list(Transport, 20),
      allDifferent(({ id }) => id, 'has one short name twice'),
    ),
    extendedDay: v.nullish(
      v.pipe(
        v.object({ start: time, end: time }),
        v.check(({ start, end }) => start < end, 'ends before it begins'),
      ),
    ),
  }),
  v.check(({ minAge, maxAge }) => minAge <= maxAge, 'has an oldest age below its youngest'),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? ladderProblem(dataset.value.rungs, dataset.value.price) : null;
    if (problem) addIssue({ message: problem });
  }),
  v.check(
    ({ siblingRebate, rungs, price: listed }) =>
      !siblingRebate || siblingRebate.amount < (rungs[0]?.price ?? listed),
    'has a sibling rebate that is not below its lowest price',
  ),
);

/** Each rung saves less than the one before it, and the last one still saves something. */
function ladderProblem(rungs: readonly { price: number }[], listed: number): string | null {
  const wrong = rungs.findIndex((rung, n) => rung.price <= (rungs[n - 1]?.price ?? 0));
  if (wrong > 0)
    return `has early-bird rung ${wrong + 1} at S$${rungs[wrong]?.price}, which is not above rung ${wrong}`;
  const last = rungs.at(-1);
  return last && last.price >= listed
    ? `has an early-bird rung at S$${last.price}, which is not below the listed price of S$${listed}`
    : null;
}

/** `offers.details` of kind camp_tier, as private.rung_problem and private.tier_problem want it. */
export const tierDetails = (tier: v.InferOutput<typeof CampTier>) => ({
  tier: tier.tier,
  days: tier.days,
  level: withProduct(tier.level),
  teams: tier.teams,
  min_age: tier.minAge,
  max_age: tier.maxAge,
  bases: tier.bases,
  rungs: tier.rungs.map((rung) => ({
    id: rung.id,
    price_cents: cents(rung.price),
    places: rung.places ?? null,
    deadline: rung.deadline ?? null,
    closed: rung.closed ?? false,
  })),
  sibling_rebate: tier.siblingRebate
    ? { cents: cents(tier.siblingRebate.amount), places: tier.siblingRebate.places ?? null }
    : null,
  transport: tier.transport.map((way) => ({
    id: way.id,
    title: withProduct(way.title),
    price_cents: cents(way.price),
  })),
  extended_day: tier.extendedDay ? { start: tier.extendedDay.start, end: tier.extendedDay.end } : null,
});
