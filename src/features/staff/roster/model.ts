import {
  type DifferingMark,
  type FirstAid,
  type Mark,
  MARKS_MAX,
  type MarkState,
  type RosterEntry,
  type RosterState,
} from '#contract/roster.ts';
import type { UnsentMark } from './offline-roster.ts';

export type { RosterEntry };
export type Child = RosterEntry['children'][number];

export const placeIdOf = ({ session_id, camp_id }: RosterEntry): string => session_id ?? camp_id ?? '';
export const entryIdOf = ({ booking_id, enrollment_id }: Child): string => booking_id ?? enrollment_id ?? '';

/** Divides marks into batches, because a call accepts at most `MARKS_MAX` of them. */
export const inBatches = (marks: readonly UnsentMark[]): UnsentMark[][] =>
  Array.from({ length: Math.ceil(marks.length / MARKS_MAX) }, (_, index) =>
    marks.slice(index * MARKS_MAX, (index + 1) * MARKS_MAX),
  );

const blank = {
  checked_in_at: null,
  is_late: false,
  checked_out_at: null,
  collected_by: null,
  handed_to: null,
  by_code: false,
  concerns: [],
  is_confirmed: false,
  reason: null,
} satisfies Partial<MarkState>;

const initialState: MarkState = {
  ...blank,
  state: 'expected',
  told_absent_at: null,
  changed_at: null,
  last_mark: null,
  marked_by: null,
  decided_by: null,
  not_handed_over: null,
  note: null,
  noted_at: null,
  latest: [],
  differing: [],
};

/** Marks that say where the child is. Each follows an earlier one. */
export type Statement = Extract<Mark, { kind: 'in' | 'late' | 'absent' | 'out' | 'decision' }>;
export const isStatement = (mark: { kind: Mark['kind'] }): mark is Statement =>
  ['in', 'late', 'absent', 'out', 'decision'].includes(mark.kind);

/**
 * Returns the state after a mark. The rules are those of `private.mark_state`, and are used until the database has the
 * mark. The later mark counts.
 */
export function applyMark(now: MarkState, mark: Mark): MarkState {
  if (mark.kind === 'first_aid' || mark.kind === 'parent_informed') return now;
  if (mark.kind === 'note')
    return now.noted_at !== null && mark.made_at < now.noted_at
      ? now
      : { ...now, note: mark.note, noted_at: mark.made_at };
  if (mark.kind === 'not_handed_over')
    return {
      ...now,
      not_handed_over: { at: mark.made_at, person: mark.handed_to, reason: mark.reason, marked_by: null },
    };
  if (mark.kind === 'undo') return mark.undoes === now.last_mark ? undoLastMark(now) : now;
  return now.changed_at !== null && mark.made_at < now.changed_at ? now : applyStatement(now, mark);
}

function applyStatement(now: MarkState, mark: Statement): MarkState {
  const { id, made_at } = mark;
  const next = {
    ...now,
    changed_at: made_at,
    last_mark: id,
    marked_by: null,
    decided_by: null,
    latest: [id],
  };
  switch (mark.kind) {
    case 'absent':
      return { ...next, ...blank, state: 'absent' };
    case 'out':
      return {
        ...next,
        state: 'out',
        checked_out_at: made_at,
        collected_by: mark.collected_by,
        handed_to: mark.handed_to,
        by_code: false,
        concerns: [],
        is_confirmed: mark.confirmed ?? false,
        reason: mark.reason ?? null,
        not_handed_over: null,
      };
    case 'decision': {
      const chosenMark = now.differing.find(({ mark_id }) => mark_id === mark.chooses);
      return chosenMark
        ? { ...applyChoice(next, chosenMark), differing: [], marked_by: null }
        : { ...next, differing: [] };
    }
    default:
      return { ...next, ...blank, state: 'in', checked_in_at: made_at, is_late: mark.kind === 'late' };
  }
}

function applyChoice(now: MarkState, { kind, made_at, collected_by, handed_to }: DifferingMark): MarkState {
  if (kind === 'absent') return { ...now, ...blank, state: 'absent' };
  if (kind === 'out') return { ...now, state: 'out', checked_out_at: made_at, collected_by, handed_to };
  return { ...now, ...blank, state: 'in', checked_in_at: made_at, is_late: kind === 'late' };
}

/** Returns the most likely state before the last mark. The database corrects it later. */
function undoLastMark(now: MarkState): MarkState {
  const wasIn = now.state === 'out' && now.checked_in_at !== null;
  const { checked_in_at, is_late } = now;
  return {
    ...now,
    ...blank,
    ...(wasIn && { checked_in_at, is_late }),
    state: wasIn ? 'in' : 'expected',
    changed_at: wasIn ? checked_in_at : null,
    last_mark: null,
  };
}

/** Returns the state of each entry, which is the database's last answer plus the unsent marks. */
export function computeStates(
  state: RosterState,
  unsent: readonly UnsentMark[],
): ReadonlyMap<string, MarkState> {
  const states = new Map<string, MarkState>(state.entries.map((entry) => [entry.entry_id, entry]));
  for (const { day, mark } of unsent)
    if (day === state.day)
      states.set(mark.entry_id, applyMark(states.get(mark.entry_id) ?? initialState, mark));
  return states;
}
export const stateOf = (states: ReadonlyMap<string, MarkState>, child: Child): MarkState =>
  states.get(entryIdOf(child)) ?? initialState;

/** Returns the latest marks that this device knows. A new mark names them, so that the database sees their order. */
export const precedingMarks = (
  entryId: string,
  { entries }: RosterState,
  unsent: readonly UnsentMark[],
): string[] => [
  ...(entries.find(({ entry_id }) => entry_id === entryId)?.latest ?? []),
  ...unsent.filter(({ mark }) => mark.entry_id === entryId && isStatement(mark)).map(({ mark }) => mark.id),
];

/** Returns a child's first aid, including unsent records of this device. */
export function firstAidOf(child: Child, unsent: readonly UnsentMark[]): FirstAid[] {
  const ownMarks = unsent.map(({ mark }) => mark).filter(({ entry_id }) => entry_id === entryIdOf(child));
  const ids = new Set(child.first_aid.map(({ id }) => id));
  const unsentRecords = ownMarks.flatMap((mark): FirstAid[] =>
    mark.kind === 'first_aid' && !ids.has(mark.id)
      ? [
          {
            id: mark.id,
            happened_at: mark.made_at,
            injury: mark.injury,
            treatment: mark.treatment,
            parent_informed_at: mark.parent_informed ? mark.made_at : null,
            parent_informed_by: null,
            written_by: null,
          },
        ]
      : [],
  );
  const informedAt = new Map(
    ownMarks.flatMap((mark) =>
      mark.kind === 'parent_informed' ? [[mark.first_aid_id, mark.made_at] as const] : [],
    ),
  );
  return [...child.first_aid, ...unsentRecords].map((entry) => ({
    ...entry,
    parent_informed_at: entry.parent_informed_at ?? informedAt.get(entry.id) ?? null,
  }));
}

export type Counts = Record<MarkState['state'], number>;
export function countStates(places: readonly RosterEntry[], states: ReadonlyMap<string, MarkState>): Counts {
  const counts: Counts = { expected: 0, in: 0, out: 0, absent: 0 };
  for (const { children } of places) for (const child of children) counts[stateOf(states, child).state]++;
  return counts;
}

/**
 * Returns the session or camp that takes place now or next. If several start at the same time, one with children comes
 * first.
 */
export const currentPlace = (places: readonly RosterEntry[], now: number): string | null => {
  const upcoming = places.filter(
    // A child may have come although we cancelled.
    ({ ends_at, status, children }) =>
      (status === 'scheduled' || children.length > 0) && Date.parse(ends_at) > now,
  );
  const [first] = upcoming;
  const place =
    upcoming.find(({ starts_at, children }) => starts_at === first?.starts_at && children.length > 0) ??
    first ??
    places[0];
  return place ? placeIdOf(place) : null;
};

/** The value that the tab saves for "all places". */
export const ALL_PLACES = 'all';

/**
 * Returns the session or camp that is shown at first, or null for all of them. If one was chosen in this tab and takes
 * place today, it is that one.
 */
export function firstShown(places: readonly RosterEntry[], now: number, savedChoice: unknown): string | null {
  if (savedChoice === ALL_PLACES) return null;
  const savedPlace = places.find((place) => placeIdOf(place) === savedChoice);
  return savedPlace ? placeIdOf(savedPlace) : currentPlace(places, now);
}

/** Returns whether the children are the same as before. If not, names and allergies must be read again. */
export const hasSameChildren = (places: readonly RosterEntry[], { entries }: RosterState): boolean => {
  const ids = new Set(places.flatMap(({ children }) => children.map(entryIdOf)));
  return ids.size === entries.length && entries.every(({ entry_id }) => ids.has(entry_id));
};
