import * as v from 'valibot';
import { ScheduleItem, ScheduleItemDetails, WeekTemplate } from './management-schedule.ts';
import { count } from './numbers.ts';
import { Clash } from './place-changes.ts';

/**
 * Seasons of weekly classes (`supabase/schemas/staff/seasons.sql`; docs/decisions "Seasons"). Days are in Singapore.
 */

const day = v.pipe(v.string(), v.isoDate());
const NAME_MAX = 60;
const REASON_MAX = 120;

export const SeasonFields = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(NAME_MAX)),
  first_day: day,
  last_day: day,
});
export type SeasonFields = v.InferOutput<typeof SeasonFields>;

/** A public holiday, or a day that staff closed. */
export const SeasonDay = v.object({
  day,
  name: v.string(),
  source: v.picklist(['public_holiday', 'staff']),
  /** True if the date of the holiday is not official yet. */
  is_estimated: v.boolean(),
  is_closed: v.boolean(),
  /** The number of weekly classes that would take place on that day. */
  classes: count,
});
export type SeasonDay = v.InferOutput<typeof SeasonDay>;

/** A season with its days and weekly classes. */
export const Season = v.object({
  id: v.string(),
  fields: SeasonFields,
  state: v.picklist(['coming', 'running', 'over']),
  /** The number of weekly classes. */
  classes: count,
  /** The number of sessions that are made from these classes. */
  sessions: count,
  /** The number of upcoming sessions that have been made. */
  planned: count,
  /** The number of upcoming sessions on a closed day, or outside the season. */
  misfits: count,
  days: v.array(SeasonDay),
  templates: v.array(WeekTemplate),
  /** The sessions that `misfits` counts, with the children who are booked. */
  misfit_places: v.array(v.object({ place: ScheduleItem, children: ScheduleItemDetails.entries.children })),
  /** True if `withdraw_season` would delete the season, for example because nothing has been booked. */
  can_withdraw: v.boolean(),
});
export type Season = v.InferOutput<typeof Season>;

export const Seasons = v.object({
  today: day,
  /** The latest season is first. */
  seasons: v.array(Season),
  /** The last day for which sessions are made. */
  planned_until: day,
  /** The last public holiday that is known. */
  holidays_until: v.nullable(day),
});
export type Seasons = v.InferOutput<typeof Seasons>;

/** `made` is the number of sessions that were made. */
export const SavedSeason = v.object({ id: v.string(), made: count });

/** Arguments of `set_closed_day` that the form has. */
export const CloseDay = v.object({
  p_day: day,
  p_reason: v.pipe(v.string(), v.minLength(1), v.maxLength(REASON_MAX)),
});
export type CloseDay = v.InferOutput<typeof CloseDay>;
/** `made` is the number of sessions that were made, for example because the day was opened. */
export const ClosedDaySet = v.object({ made: count });

/** The preview of copying a season. It has the number of classes, and of the sessions that would be made from them. */
export const SeasonCopy = v.object({
  classes: count,
  /** The number of classes that would have no coach. */
  no_coach: count,
  /** The number of classes that are left out because the content no longer has their location. */
  not_offered: count,
  sessions: count,
  days: v.array(SeasonDay),
  clashes: v.array(Clash),
});
export type SeasonCopy = v.InferOutput<typeof SeasonCopy>;

/** `deleted` is the number of deleted sessions. */
export const WithdrawnSeason = v.object({ deleted: count });
