import * as v from 'valibot';
import { TierId } from '#contract/tiers.ts';
import { storageKeys } from '#config/paths.ts';
import { dispatch } from './window-events.ts';
import { Dollars } from '#domain/dollars.ts';
import { readStored } from './storage.ts';
import { forget } from './text-storage.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * The chosen camp, which is stored under two keys (spec 2 §3 "Camp booking draft"). Prices are in dollars, dates look
 * like "2026-12-07", and times like "08:30".
 */
export const CampDraft = v.object({
  passType: v.literal('camp'),
  campId: v.pipe(v.string(), v.uuid()),
  campName: v.string(),
  packageType: TierId,
  packageName: v.string(),
  team: v.string(),
  price: Dollars,
  startDate: v.pipe(v.string(), v.isoDate()),
  /** Equals `startDate` (decisions "Week option"). Pages show the camp's real last day. */
  endDate: v.pipe(v.string(), v.isoDate()),
  numberOfDays: count,
  formattedStartDate: v.string(),
  formattedEndDate: v.string(),
  location: v.string(),
  timeStart: v.string(),
  timeEnd: v.string(),
  capacity: count,
  currentEnrollments: count,
  spotsLeft: count,
  description: v.string(),
  /** The id of the tier's content document, which is also the id of the offer in the database. */
  offerId: v.string(),
  /** The youngest and the oldest age in years, both inclusive, if the tier has such limits. */
  minAge: v.optional(v.number()),
  maxAge: v.optional(v.number()),
  /** The time in milliseconds when the camp was chosen. */
  timestamp: v.optional(v.number()),
});
export type CampDraft = v.InferOutput<typeof CampDraft>;

export function readCampDraft(): CampDraft | null {
  return readStored(storageKeys.campChoice, CampDraft) ?? readStored(storageKeys.bookingData, CampDraft);
}

export function clearCampDraft(): void {
  forget(storageKeys.campChoice);
  forget(storageKeys.bookingData);
  dispatch('cart-updated');
}
