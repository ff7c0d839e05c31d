import type { Mark, MarkState, RosterEntry, RosterState } from '#contract/roster.ts';
import type { Waiting } from './pack.ts';

export type Place = RosterEntry;
export type Child = RosterEntry['children'][number];

export const placeIdOf = ({ session_id, camp_id }: Place): string => session_id ?? camp_id ?? '';
export const entryIdOf = ({ booking_id, enrollment_id }: Child): string => booking_id ?? enrollment_id ?? '';

const nothing: MarkState = {
  state: 'expected',
  changed_at: null,
  last_mark: null,
  marked_by: null,
  checked_in_at: null,
  is_late: false,
  checked_out_at: null,
  handed_to: null,
  by_code: false,
  note: null,
  noted_at: null,
};
const absence = {
  checked_in_at: null,
  is_late: false,
  checked_out_at: null,
  handed_to: null,
  by_code: false,
};

/** As `private.mark_state` decides it, until the database has the mark: the one made later holds. */
export function withMark(now: MarkState, mark: Mark): MarkState {
  const { made_at, id } = mark;
  if (mark.kind === 'first_aid') return now;
  if (mark.kind === 'note')
    return now.noted_at !== null && made_at < now.noted_at
      ? now
      : { ...now, note: mark.note, noted_at: made_at };
  if (mark.kind === 'undo') return mark.undoes === now.last_mark ? before(now) : now;
  if (now.changed_at !== null && made_at < now.changed_at) return now;
  const said = { ...now, changed_at: made_at, last_mark: id, marked_by: null };
  if (mark.kind === 'absent') return { ...said, ...absence, state: 'absent' };
  if (mark.kind === 'out')
    return { ...said, state: 'out', checked_out_at: made_at, handed_to: mark.handed_to, by_code: false };
  return { ...said, ...absence, state: 'in', checked_in_at: made_at, is_late: mark.kind === 'late' };
}

/** What most likely was so before the last mark; the database says what really was. */
function before(now: MarkState): MarkState {
  const wasIn = now.state === 'out' && now.checked_in_at !== null;
  return {
    ...now,
    ...(wasIn ? { checked_out_at: null, handed_to: null, by_code: false } : absence),
    state: wasIn ? 'in' : 'expected',
    changed_at: wasIn ? now.checked_in_at : null,
    last_mark: null,
  };
}

/** What is so of each entry: what the database last said, and what waits here. */
export function statesOf(state: RosterState, waiting: readonly Waiting[]): ReadonlyMap<string, MarkState> {
  const states = new Map<string, MarkState>(state.entries.map((entry) => [entry.entry_id, entry]));
  for (const { day, mark } of waiting)
    if (day === state.day) states.set(mark.entry_id, withMark(states.get(mark.entry_id) ?? nothing, mark));
  return states;
}
export const stateOf = (states: ReadonlyMap<string, MarkState>, child: Child): MarkState =>
  states.get(entryIdOf(child)) ?? nothing;

export type Counts = Record<MarkState['state'], number>;
export function countsOf(places: readonly Place[], states: ReadonlyMap<string, MarkState>): Counts {
  const counts: Counts = { expected: 0, in: 0, out: 0, absent: 0 };
  for (const { children } of places) for (const child of children) counts[stateOf(states, child).state]++;
  return counts;
}

/**
 * The first one that is not over: what somebody who opens the roster is at. Of those that begin at the same time, one
 * to which somebody comes.
 */
export const currentPlace = (places: readonly Place[], now: number): string | null => {
  const ahead = places.filter(({ ends_at, status }) => status === 'scheduled' && Date.parse(ends_at) > now);
  const [first] = ahead;
  const place =
    ahead.find(({ starts_at, children }) => starts_at === first?.starts_at && children.length > 0) ??
    first ??
    places[0];
  return place ? placeIdOf(place) : null;
};

/** The same children as before? If not, their names and allergies are read anew. */
export const isSame = (places: readonly Place[], { entries }: RosterState): boolean => {
  const known = new Set(places.flatMap(({ children }) => children.map(entryIdOf)));
  return known.size === entries.length && entries.every(({ entry_id }) => known.has(entry_id));
};
