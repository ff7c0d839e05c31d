import * as v from 'valibot';
import { campHours } from '../../contract/camp-day.ts';
import { formatClock, formatDate, formatDays, formatTime } from './format.ts';
import { PlaceFacts, PlacePart } from '../../contract/place-changes.ts';
import { say } from './say.ts';

/** The outbox's payload for a family whose session or camp has another place, hour or coach. */
export const ChangedPlace = v.object({
  parent_name: v.nullable(v.string()),
  /** First names of the family's children who are booked there. */
  children: v.optional(v.array(v.string()), []),
  /** The family waits for a place there. */
  waits: v.optional(v.boolean(), false),
  at: v.string(),
  changed: v.array(PlacePart),
  /** The text that staff wrote. */
  note: v.nullable(v.string()),
  was: PlaceFacts,
  is: PlaceFacts,
  /** Orders whose mails added it to a calendar, and how their children travel. */
  orders: v.optional(v.array(v.object({ number: v.string(), comes: v.boolean(), rides: v.boolean() })), []),
  manage_token: v.optional(v.string()),
});
export type ChangedPlace = v.InferOutput<typeof ChangedPlace>;

/** `Red Otter A, Sat 28 Nov`, `Spark Camp, 30 Nov to 2 Dec`. */
export function changedTitle({ is: { session, camp } }: ChangedPlace): string {
  if (session) return `${session.class_type}, ${formatDate(session.session_date, { year: false })}`;
  return camp ? `${camp.name}, ${formatDays(camp.start_date, camp.end_date)}` : say`Your booking`;
}

const placeOf = ({ session, camp }: PlaceFacts) => (session ?? camp)?.location_name ?? '';

/** The hours of a day: of a session, or of a camp with its extended day. */
export function hoursOf({
  session,
  camp,
}: {
  session?: PlaceFacts['session'] | undefined;
  camp?: PlaceFacts['camp'] | undefined;
}): string {
  if (session) return `${formatTime(session.session_time)} to ${formatClock(session.ends_at)}`;
  if (!camp) return '';
  const programme = `${formatTime(camp.session_time_start)} to ${formatTime(camp.session_time_end)}`;
  const day = campHours(camp);
  return camp.extended_day
    ? say`${programme}, with drop-off from ${formatTime(day.start)} and pick-up by ${formatTime(day.end)}`
    : programme;
}

const coachOf = ({ coaches }: PlaceFacts) => (coaches.length === 0 ? say`to be named` : coaches.join(', '));

const parts = {
  place: ['Place', placeOf],
  hours: ['Time', hoursOf],
  coach: ['Coach', coachOf],
} as const;

export interface ChangedLine {
  name: string;
  was: string;
  is: string;
}

/** Each difference, before and after. */
export const changedLines = ({ changed, was, is }: ChangedPlace): ChangedLine[] =>
  changed.map((part) => {
    const [name, read] = parts[part];
    return { name, was: read(was), is: read(is) };
  });
