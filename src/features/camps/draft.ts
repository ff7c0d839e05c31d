import type { Camp } from '#contract/camps.ts';
import type { CampDraft } from '../../browser/camp-draft.ts';
import { formatDate } from '../../domain/dates.ts';
import { toDollars } from '../../domain/money.ts';
import { spotsLeft, type Tier } from './model.ts';
import { campDate } from './camps.ts';

/**
 * What the checkout reads of a choice (spec 2 §3 "Camp booking draft"): the camp as the database has it now, at
 * `priceCents`. Its end is its start, as the week option had it; the last day stands there in words (decisions "Week option").
 */
export function draftOf(row: Camp, priceCents: number, tier: Tier): CampDraft {
  const camp = campDate(row);
  return {
    passType: 'camp',
    campId: row.id,
    campName: row.name,
    packageType: tier.tier,
    packageName: tier.name,
    team: row.team_type,
    price: toDollars(priceCents),
    startDate: row.start_date,
    endDate: row.start_date,
    numberOfDays: tier.days,
    formattedStartDate: formatDate(row.start_date),
    formattedEndDate: formatDate(row.end_date),
    location: row.location,
    timeStart: camp.from,
    timeEnd: camp.until,
    capacity: row.capacity,
    currentEnrollments: row.current_enrollments,
    spotsLeft: spotsLeft(camp),
    description: `${tier.days} Day ${tier.name}`,
    offerId: tier.offerId,
    ...(row.min_age === null ? {} : { minAge: row.min_age }),
    ...(row.max_age === null ? {} : { maxAge: row.max_age }),
  };
}
