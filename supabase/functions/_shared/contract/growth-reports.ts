import * as v from 'valibot';
import { count } from './numbers.ts';

/**
 * Growth reports of camps (docs/decisions "Growth reports"). A mark says what a coach saw. `not_seen` says that there
 * was no occasion to see it, and is never shown as weak.
 */
export const growthMarks = ['growing', 'steady', 'shining', 'not_seen'] as const;
const GrowthMark = v.picklist(growthMarks);
export type GrowthMark = v.InferOutput<typeof GrowthMark>;

export const FOUNDATIONS = 10;
const level = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8));

/** One of the ten foundations, in the words that the coach read. */
const Foundation = v.object({
  key: v.string(),
  emoji: v.string(),
  title: v.string(),
  text: v.string(),
  /** Null while nothing is chosen. */
  mark: v.nullable(GrowthMark),
});
export type Foundation = v.InferOutput<typeof Foundation>;
const foundations = v.pipe(v.array(Foundation), v.length(FOUNDATIONS));

/**
 * What a coach sends. `level` is the level that the child moves up to, or null if the child does
 * not move up.
 */
export const ReportFields = v.object({
  foundations,
  sentence: v.nullable(v.pipe(v.string(), v.maxLength(600))),
  level: v.nullable(level),
  /** Whether the report waits for its release. It then needs all marks and the sentence. */
  is_ready: v.boolean(),
});
export type ReportFields = v.InferOutput<typeof ReportFields>;

/** What somebody who may release reports writes when they send one back. */
export const ReturnNote = v.object({ p_note: v.pipe(v.string(), v.maxLength(300)) });

export const GrowthReport = v.object({
  id: v.string(),
  state: v.picklist(['draft', 'ready', 'released']),
  version: count,
  foundations,
  sentence: v.nullable(v.string()),
  level: v.nullable(level),
  level_before: v.nullable(level),
  /** Why the report came back to its coach. */
  returned_note: v.nullable(v.string()),
  /** Who changed it last. */
  written_by: v.nullable(v.string()),
  /** Whether the caller wrote it, changed it last, or marked it as ready. */
  is_own: v.boolean(),
  released_by: v.nullable(v.string()),
  released_at: v.nullable(v.string()),
});
export type GrowthReport = v.InferOutput<typeof GrowthReport>;

/** Answer of `save_growth_report` and `return_growth_report`. */
export const SavedReport = v.object({ report: GrowthReport });
/** Answer of `release_growth_reports`. */
export const ReleasedReports = v.object({ released: count });
/** Answer of `set_head_coach`. */
export const HeadCoach = v.object({ is_head: v.boolean() });

const ReportChild = v.object({
  child_id: v.string(),
  name: v.string(),
  age: count,
  level,
  /** The number of days on which the child came, and on which anybody marked whether it came. */
  days_attended: count,
  days_marked: count,
  report: v.nullable(GrowthReport),
});
export type ReportChild = v.InferOutput<typeof ReportChild>;

/** How many reports a camp needs and has. `unmarked` counts children about whom no attendance was marked. */
export const ReportProgress = v.object({
  camp_id: v.string(),
  title: v.string(),
  location: v.string(),
  first_day: v.string(),
  last_day: v.string(),
  due_on: v.string(),
  is_overdue: v.boolean(),
  children: count,
  unmarked: count,
  written: count,
  ready: count,
  released: count,
});
export type ReportProgress = v.InferOutput<typeof ReportProgress>;

/** Answer of `get_camp_reports`. */
export const CampReports = v.object({
  ...ReportProgress.entries,
  /** The number of days of the camp. */
  days: count,
  /** The last day on which a coach may write. It is null for those who may release. */
  write_until: v.nullable(v.string()),
  may_release: v.boolean(),
  /** Whether nobody else may release reports, so that the caller may release their own. */
  may_release_own: v.boolean(),
  list: v.array(ReportChild),
});
export type CampReports = v.InferOutput<typeof CampReports>;

const CoachWithRight = v.object({ id: v.string(), name: v.string(), is_head: v.boolean() });
export type CoachWithRight = v.InferOutput<typeof CoachWithRight>;

/** Answer of `list_camps_with_reports`. */
export const CampsWithReports = v.object({
  camps: v.array(ReportProgress),
  /** The coaches with an account. It is empty for those who may not release reports. */
  head_coaches: v.array(CoachWithRight),
  may_release: v.boolean(),
  may_name_head_coaches: v.boolean(),
});
export type CampsWithReports = v.InferOutput<typeof CampsWithReports>;

const FamilyGrowthReport = v.object({
  id: v.string(),
  child_id: v.string(),
  child_name: v.string(),
  title: v.string(),
  location: v.string(),
  first_day: v.string(),
  last_day: v.string(),
  foundations,
  sentence: v.string(),
  level_before: level,
  level,
  coach: v.nullable(v.string()),
  released_at: v.string(),
});
export type FamilyGrowthReport = v.InferOutput<typeof FamilyGrowthReport>;
/** Answer of `get_family_growth_reports`, the latest camp first. */
export const FamilyGrowthReports = v.array(FamilyGrowthReport);

const NextSuggestion = v.object({
  kind: v.picklist(['session', 'camp']),
  id: v.string(),
  title: v.string(),
  location: v.string(),
  first_day: v.string(),
  last_day: v.string(),
  /** The time of day at which a class starts. */
  starts: v.nullable(v.string()),
  /** The number of free places. If there are none, the family can join the waitlist. */
  places: count,
  /** Whether a pass of the child pays for the class. */
  has_credit: v.boolean(),
});
export type NextSuggestion = v.InferOutput<typeof NextSuggestion>;
/** Answer of `suggest_next_session`. It is null if nothing fits. */
export const NextSession = v.object({ suggestion: v.nullable(NextSuggestion) });
