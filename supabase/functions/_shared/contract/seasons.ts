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

export const SeasonDay = v.object({
  day,
  name: v.string(),
  source: v.picklist(['public_holiday', 'staff']),
  is_estimated: v.boolean(),
  is_closed: v.boolean(),
  classes: count,
});
export type SeasonDay = v.InferOutput<typeof SeasonDay>;

export const Season = v.object({
  id: v.string(),
  fields: SeasonFields,
  state: v.picklist(['coming', 'running', 'over']),
  classes: count,
  sessions: count,
  planned: count,
  misfits: count,
  days: v.array(SeasonDay),
  templates: v.array(WeekTemplate),
  misfit_places: v.array(v.object({ place: ScheduleItem, children: ScheduleItemDetails.entries.children })),
  can_withdraw: v.boolean(),
});
export type Season = v.InferOutput<typeof Season>;

export const Seasons = v.object({
  today: day,
  seasons: v.array(Season),
  planned_until: day,
  holidays_until: v.nullable(day),
});
export type Seasons = v.InferOutput<typeof Seasons>;

export const SavedSeason = v.object({ id: v.string(), made: count });

export const CloseDay = v.object({
  p_day: day,
  p_reason: v.pipe(v.string(), v.minLength(1), v.maxLength(REASON_MAX)),
});
export type CloseDay = v.InferOutput<typeof CloseDay>;
export const ClosedDaySet = v.object({ made: count });

export const SeasonCopy = v.object({
  classes: count,
  no_coach: count,
  not_offered: count,
  sessions: count,
  days: v.array(SeasonDay),
  clashes: v.array(Clash),
});
export type SeasonCopy = v.InferOutput<typeof SeasonCopy>;

export const WithdrawnSeason = v.object({ deleted: count });
