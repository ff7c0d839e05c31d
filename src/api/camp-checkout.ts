import type { Camp } from '#contract/camps.ts';
import type { CampDraft } from '#browser/camp-draft.ts';
import { dispatch } from '#browser/window-events.ts';
import { writeText } from '#browser/text-storage.ts';
import { paths, storageKeys } from '#config/paths.ts';
import { campDate, spotsLeft, type CampDate, type BlockedReason, type Tier } from '#domain/camp.ts';
import { formatDate } from '#domain/dates.ts';
import { toDollars } from '#domain/money.ts';
import { campNow } from './live-camps.ts';

/**
 * Opens the checkout and returns null. If the camp cannot be booked, returns the reason, and the parent's choice stays
 * (spec 2 §2).
 */
export async function goToCheckout(shownCamp: CampDate, tier: Tier): Promise<BlockedReason | null> {
  const answer = await campNow(shownCamp.id);
  if (!answer.ok) return { code: 'unreachable' };
  const row = answer.value;
  if (!row) return { code: 'withdrawn', camp: null };
  const camp = campDate(row);
  const { priceCents } = camp;
  if (priceCents === null) return { code: 'unpriced', camp };
  if (spotsLeft(camp) === 0) return { code: 'full', camp };
  // The price has changed since the button was shown, so the parent sees the new price first.
  if (priceCents !== shownCamp.priceCents) return { code: 'price_changed', camp, priceCents };
  const draft = JSON.stringify({ ...buildDraft(row, priceCents, tier), timestamp: Date.now() });
  const isSaved = [storageKeys.campChoice, storageKeys.bookingData].every((key) => writeText(key, draft));
  dispatch('cart-updated');
  // If the browser's storage is blocked, the address names the camp.
  location.assign(`${paths.checkout}?type=camp${isSaved ? '' : `&camp=${camp.id}`}`);
  return null;
}

/**
 * Returns the draft of a camp booking. Its end date equals its start date, as in the specification's week option (spec
 * 2 §3 "Camp booking draft"; decisions "Week option").
 */
export function buildDraft(row: Camp, priceCents: number, tier: Tier): CampDraft {
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
