import * as v from 'valibot';
import { campHours } from '../../contract/camp-day.ts';
import { formatClock, formatDate, formatDays, formatTime } from './format.ts';
import { PlaceFacts, PlacePart } from '../../contract/place-changes.ts';
import { say } from './say.ts';

export const ChangedPlace = v.object({
  parent_name: v.nullable(v.string()),
  children: v.optional(v.array(v.string()), []),
  waits: v.optional(v.boolean(), false),
  at: v.string(),
  changed: v.array(PlacePart),
  note: v.nullable(v.string()),
  was: PlaceFacts,
  is: PlaceFacts,
  orders: v.optional(v.array(v.object({ number: v.string(), comes: v.boolean(), rides: v.boolean() })), []),
  manage_token: v.optional(v.string()),
});
export type ChangedPlace = v.InferOutput<typeof ChangedPlace>;

export function changedTitle({ is: { session, camp } }: ChangedPlace): string {
  if (session) return `${session.class_type}, ${formatDate(session.session_date, { year: false })}`;
  return camp ? `${camp.name}, ${formatDays(camp.start_date, camp.end_date)}` : say`Your booking`;
}

const placeOf = ({ session, camp }: PlaceFacts) => (session ?? camp)?.location_name ?? '';

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

const wordings = {
  place: ['Place', placeOf],
  hours: ['Time', hoursOf],
  coach: ['Coach', coachOf],
} as const;

export interface ChangedLine {
  name: string;
  was: string;
  is: string;
}

export const changedLines = ({ changed, was, is }: ChangedPlace): ChangedLine[] =>
  changed.map((part) => {
    const [name, read] = wordings[part];
    return { name, was: read(was), is: read(is) };
  });
