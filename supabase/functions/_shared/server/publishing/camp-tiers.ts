import * as v from 'valibot';
import { TeamId } from '../../contract/teams.ts';
import { withProduct } from '../../contract/brand.ts';
import { toCents } from '../../contract/format.ts';
import { rebateProblem } from '../../contract/selling-rules/rebate.ts';
import { rungsProblem } from '../../contract/selling-rules/rungs.ts';
import {
  allDifferent,
  optionalBoolean,
  checkedBy,
  listUpTo,
  moment,
  price,
  shortName,
  offerFields,
  surcharge,
  wholeNumber,
  textUpTo,
} from './fields.ts';

const Rung = v.object({
  id: shortName,
  price,
  places: v.nullish(wholeNumber(1, 1000)),
  from: v.nullish(moment),
  deadline: v.nullish(moment),
  closed: optionalBoolean,
});
const Transport = v.object({
  id: shortName,
  title: textUpTo(120),
  price: surcharge,
});
const time = v.pipe(
  v.string('is missing'),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:30'),
);

export const CampTier = v.pipe(
  v.object({
    ...offerFields,
    tier: shortName,
    days: wholeNumber(1, 14),
    level: textUpTo(60),
    teams: v.pipe(
      listUpTo(TeamId, 20),
      v.minLength(1, 'is empty'),
      allDifferent((team) => team, 'names one twice'),
    ),
    minAge: wholeNumber(1, 17),
    maxAge: wholeNumber(1, 18),
    bases: v.pipe(
      listUpTo(v.nonNullish(shortName, 'is not published, or has no system name'), 20),
      v.minLength(1, 'is empty'),
      allDifferent((base) => base, 'names one twice'),
    ),
    rungs: listUpTo(Rung, 10),
    siblingRebate: v.nullish(v.object({ amount: price, places: v.nullish(wholeNumber(1, 1000)) })),
    transport: v.pipe(
      listUpTo(Transport, 20),
      allDifferent(({ id }) => id, 'uses one short name twice'),
    ),
    extendedDay: v.nullish(
      v.pipe(
        v.object({ start: time, end: time }),
        v.check(({ start, end }) => start < end, 'ends before it begins'),
      ),
    ),
  }),
  v.check(({ minAge, maxAge }) => minAge <= maxAge, 'has an oldest age below its youngest'),
  checkedBy(({ rungs, price: listed }) => rungsProblem(rungs, listed)),
  checkedBy((tier) => rebateProblem(tier.siblingRebate, tier)),
);

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
    price_cents: toCents(rung.price),
    places: rung.places ?? null,
    ...(rung.from ? { from: rung.from } : {}),
    deadline: rung.deadline ?? null,
    closed: rung.closed ?? false,
  })),
  sibling_rebate: tier.siblingRebate
    ? { cents: toCents(tier.siblingRebate.amount), places: tier.siblingRebate.places ?? null }
    : null,
  transport: tier.transport.map((way) => ({
    id: way.id,
    title: withProduct(way.title),
    price_cents: toCents(way.price),
  })),
  extended_day: tier.extendedDay ? { start: tier.extendedDay.start, end: tier.extendedDay.end } : null,
});
