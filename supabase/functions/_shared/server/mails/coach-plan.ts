import * as v from 'valibot';
import { formatDate, formatDays, formatTime, plural } from './format.ts';

const PlanEntry = v.object({
  kind: v.picklist(['session', 'camp']),
  title: v.string(),
  location: v.string(),
  first_day: v.string(),
  last_day: v.string(),
  from: v.string(),
  until: v.string(),
});
export type PlanEntry = v.InferOutput<typeof PlanEntry>;

/** The kinds of change. `credited` and `uncredited` correct who coached a session or camp in the past. */
const kinds = ['added', 'removed', 'moved', 'cancelled', 'credited', 'uncredited'] as const;
type ChangeKind = (typeof kinds)[number];

const PlanChange = v.object({
  what: v.picklist(kinds),
  entry: PlanEntry,
  was: v.optional(PlanEntry),
});
export type PlanChange = v.InferOutput<typeof PlanChange>;

export const CoachPlan = v.object({ name: v.string(), changes: v.pipe(v.array(PlanChange), v.minLength(1)) });
export type CoachPlan = v.InferOutput<typeof CoachPlan>;

export const daysOf = ({ first_day, last_day }: PlanEntry): string => formatDays(first_day, last_day);

export const hoursOf = ({ first_day, last_day, from, until }: PlanEntry): string =>
  `${formatTime(from)} to ${formatTime(until)}${first_day === last_day ? '' : ' each day'}`;

function countOf(changes: readonly PlanChange[]): string {
  const camps = changes.filter(({ entry }) => entry.kind === 'camp').length;
  return [
    changes.length > camps && plural(changes.length - camps, 'session'),
    camps > 0 && plural(camps, 'camp'),
  ]
    .filter(Boolean)
    .join(' and ');
}

const headings: Record<ChangeKind, string> = {
  added: 'New for you',
  removed: 'No longer yours',
  moved: 'Moved',
  cancelled: 'Cancelled',
  credited: 'Recorded as coached by you',
  uncredited: 'No longer recorded as coached by you',
};

export interface ChangeGroup {
  heading: string;
  shown: readonly PlanChange[];
  more: number;
}

/**
 * The number of changes of each kind that are listed. The others are only counted, because nobody reads a list of
 * ninety sessions.
 */
const SHOWN = 6;

export function groupsOf({ changes }: CoachPlan): ChangeGroup[] {
  const orderOf = ({ entry }: PlanChange) => `${entry.first_day} ${entry.from} ${entry.title}`;
  return kinds.flatMap((kind) => {
    const changesOfKind = changes
      .filter(({ what }) => what === kind)
      .sort((one, other) => orderOf(one).localeCompare(orderOf(other)));
    if (changesOfKind.length === 0) return [];
    const heading =
      changesOfKind.length === 1 ? headings[kind] : `${headings[kind]}: ${countOf(changesOfKind)}`;
    return [
      { heading, shown: changesOfKind.slice(0, SHOWN), more: Math.max(0, changesOfKind.length - SHOWN) },
    ];
  });
}

const single: Record<ChangeKind, string> = {
  added: 'You coach',
  removed: 'You no longer coach',
  moved: 'Moved:',
  cancelled: 'Cancelled:',
  credited: 'Recorded as coached by you:',
  uncredited: 'No longer recorded as coached by you:',
};

/**
 * Returns whether all changes correct who coached a session or camp. Such changes do not affect the plan, but they
 * affect the hours for pay.
 */
export const isCorrection = ({ changes }: CoachPlan): boolean =>
  changes.every(({ what }) => what === 'credited' || what === 'uncredited');

export function subjectOf({ changes }: CoachPlan): string {
  const [first, ...others] = changes;
  if (!first || others.length > 0) return `Your plan has changed: ${countOf(changes)}`;
  const { title, first_day } = first.entry;
  return `${single[first.what]} ${title}, ${formatDate(first_day, { year: false })}`;
}
