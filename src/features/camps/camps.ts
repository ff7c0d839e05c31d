import type { Camp } from '#contract/camps.ts';
import type { CampTier } from '../../content/camp-tiers.ts';
import type { CampDate, Tier } from './model.ts';

/** From rows of the database and documents of content to what the rules know. */
export const campDate = (camp: Camp): CampDate => ({
  id: camp.id,
  tier: camp.tier,
  start: camp.start_date,
  end: camp.end_date,
  base: camp.base ?? '',
  place: camp.location,
  priceCents: camp.price_cents,
  rung: camp.rung_id,
  rungLeft: camp.rung_places_left,
  capacity: camp.capacity,
  taken: camp.current_enrollments,
  // The longer day is part of every package (decisions "Extended day").
  from: (camp.extended_time_start ?? camp.session_time_start).slice(0, 5),
  until: (camp.extended_time_end ?? camp.session_time_end).slice(0, 5),
  minAge: camp.min_age,
  maxAge: camp.max_age,
});

export const packageOf = ({ tier, offerId, name, days, listedCents, rungs, bases }: CampTier): Tier => ({
  tier,
  offerId,
  name,
  days,
  listedCents,
  rungs: rungs.map(({ id, name: rung, priceCents, deadline, places, closed }) => ({
    ...{ id, name: rung, priceCents, deadline, places, closed },
  })),
  bases: bases.map(({ slug }) => slug),
});
