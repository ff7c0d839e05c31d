import type { ManagementToday, StaffHealth, StaffPlace } from '#contract/management.ts';
import type { HeadCount, MarkState } from '#contract/roster.ts';
import { staffTiming } from '#config/staff.ts';
import { hasTooFewCoaches } from '#ui/staff/coach-ratio.ts';

export type Child = StaffPlace['children'][number];

/** The most spots that are shown as segments, each with its state. If there are more, only the number is shown. */
const PIPS_MAX = 24;
export type Pip = 'in' | 'expected' | 'held' | 'open';
export function buildPips({ capacity, taken, children }: StaffPlace): Pip[] {
  const presentCount = children.filter(({ mark }) => mark.state === 'in').length;
  const counts: [Pip, number][] = [
    ['in', presentCount],
    ['expected', children.length - presentCount],
    ['held', Math.max(0, taken - children.length)],
    ['open', Math.max(0, capacity - Math.max(taken, children.length))],
  ];
  const segments = counts.flatMap(([segment, count]) => Array.from({ length: count }, () => segment));
  return segments.length > PIPS_MAX ? [] : segments;
}

/** The numbers of children, counted as in `private.head_count`. */
export interface Heads extends HeadCount {
  all: number;
}
/**
 * Counts the children. Where we cancelled, nobody is expected, but a child who came all the same counts
 * (docs/decisions "A cancelled day of a camp").
 */
export function countHeads(places: readonly StaffPlace[]): Heads {
  const children = places.flatMap((place) =>
    place.is_cancelled_by_us
      ? place.children.filter(({ mark }) => mark.state !== 'expected')
      : place.children,
  );
  const count = (state: MarkState['state']) => children.filter(({ mark }) => mark.state === state).length;
  return {
    all: children.length,
    here: count('in'),
    out: count('out'),
    absent: count('absent'),
    expected: count('expected'),
    differing: children.filter(({ mark }) => mark.differing.length > 0).length,
  };
}

/**
 * A problem with coaches. `ratio` means too few coaches for the children who are expected or present. `clash` means
 * that a coach is planned in two sessions or camps at once.
 */
export type CoachIssue = { place: StaffPlace } & (
  | { kind: 'ratio'; coaches: number; children: number }
  | { kind: 'clash'; clash: StaffPlace['clashes'][number] }
);
export function findCoachIssues(places: readonly StaffPlace[]): CoachIssue[] {
  const activePlaces = places.filter(
    ({ is_cancelled_by_us, children }) =>
      !is_cancelled_by_us || children.some(({ mark }) => mark.state === 'in'),
  );
  return activePlaces.flatMap((place, index): CoachIssue[] => {
    const present = place.children.filter(({ mark }) => mark.state === 'in' || mark.state === 'expected');
    const ratio = { coaches: place.coach_count, children: present.length };
    return [
      ...(hasTooFewCoaches(ratio) ? [{ kind: 'ratio' as const, place, ...ratio }] : []),
      ...place.clashes
        .filter(
          (clash) => !activePlaces.slice(0, index).some((earlier) => isSameClash(earlier, place, clash)),
        )
        .map((clash) => ({ kind: 'clash' as const, place, clash })),
    ];
  });
}

/**
 * Returns whether a clash was already listed. Both sessions of a clash name each other, so the second one is left out.
 */
const isSameClash = (earlier: StaffPlace, place: StaffPlace, clash: StaffPlace['clashes'][number]): boolean =>
  isAt(clash, earlier) && earlier.clashes.some((other) => other.name === clash.name && isAt(other, place));

const isAt = (
  clash: StaffPlace['clashes'][number],
  { title, location, starts_at, ends_at }: StaffPlace,
): boolean =>
  clash.title === title &&
  clash.location === location &&
  Date.parse(clash.starts_at) < Date.parse(ends_at) &&
  Date.parse(starts_at) < Date.parse(clash.ends_at);

export interface GateIssue {
  place: StaffPlace;
  child: Child;
}
/** Returns what is left to do. Marks that differ between devices come first. */
export function findGateIssues(places: readonly StaffPlace[]): GateIssue[] {
  const allChildren = places.flatMap((place) => place.children.map((child) => ({ place, child })));
  const isDiffering = ({ child: { mark } }: GateIssue) => mark.differing.length > 0;
  return [
    ...allChildren.filter(isDiffering),
    ...allChildren.filter(
      (issue) =>
        !isDiffering(issue) &&
        (issue.child.mark.concerns.length > 0 || issue.child.mark.not_handed_over !== null),
    ),
  ];
}

/** A problem of the system. The most severe one comes first. If the list is empty, a green line is shown. */
export type Trouble =
  | { kind: 'alert'; name: string; value: number; threshold: number; since: string }
  | { kind: 'books'; rows: number; rules: [rule: string, rows: number][]; at: string }
  | { kind: 'refused'; title: string | null; problem: string | null }
  | { kind: 'mails'; count: number }
  | { kind: 'chores'; count: number; seconds: number };

export function listTroubles(health: StaffHealth): Trouble[] {
  const { alerts, books, publish, late_chores, mails_failed } = health;
  const hasAlert = alerts.some(({ kind }) => kind === 'chores_late');
  return [
    // A scheduled job raises the alerts. If none runs, there are no alerts.
    ...(late_chores.length > 0 && !hasAlert
      ? [
          {
            kind: 'chores' as const,
            count: late_chores.length,
            seconds: Math.max(...late_chores.map(({ seconds }) => seconds)),
          },
        ]
      : []),
    // Discrepancies are listed separately below.
    ...alerts
      .filter(({ kind }) => kind !== 'books_discrepancies')
      .map(({ kind, value, threshold, began_at }): Trouble => ({
        kind: 'alert',
        name: kind,
        value,
        threshold,
        since: began_at,
      })),
    ...(books && books.discrepancies > 0
      ? [
          {
            kind: 'books' as const,
            rows: books.discrepancies,
            rules: Object.entries(books.rules),
            at: books.at,
          },
        ]
      : []),
    ...publish.refused.map(({ title, problem }): Trouble => ({ kind: 'refused', title, problem })),
    ...(mails_failed > 0 ? [{ kind: 'mails' as const, count: mails_failed }] : []),
  ];
}

/** Returns whether an offer expires soon. The browser's clock may be wrong, so the server's is used. */
export const lapsesSoon = (expiresAt: string, { at }: Pick<ManagementToday, 'at'>): boolean =>
  Date.parse(expiresAt) - Date.parse(at) <= staffTiming.LAPSES_SOON_MS;
