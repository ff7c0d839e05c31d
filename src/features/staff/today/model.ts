import type { ManagementToday, StaffHealth, StaffPlace } from '#contract/management.ts';
import type { HeadCount, MarkState } from '#contract/roster.ts';
import { staffTiming } from '#config/staff.ts';

export type Child = StaffPlace['children'][number];

/** A segment a place: who is here, not here, held, open. More than these are said by number alone. */
const PIPS_MAX = 24;
export type Pip = 'in' | 'expected' | 'held' | 'open';
export function pipsOf({ capacity, taken, children }: StaffPlace): Pip[] {
  const here = children.filter(({ mark }) => mark.state === 'in').length;
  const counts: [Pip, number][] = [
    ['in', here],
    ['expected', children.length - here],
    ['held', Math.max(0, taken - children.length)],
    ['open', Math.max(0, capacity - Math.max(taken, children.length))],
  ];
  const pips = counts.flatMap(([pip, count]) => Array.from({ length: count }, () => pip));
  return pips.length > PIPS_MAX ? [] : pips;
}

/** As `private.head_count` counts them. */
export interface Heads extends HeadCount {
  all: number;
}
/** Over the places that take place. */
export function headsOf(places: readonly StaffPlace[]): Heads {
  const children = places.flatMap((place) => (place.is_called_off ? [] : place.children));
  const count = (state: MarkState['state']) => children.filter(({ mark }) => mark.state === state).length;
  return {
    ...{ all: children.length, here: count('in'), gone: count('out'), absent: count('absent') },
    expected: count('expected'),
    differing: children.filter(({ mark }) => mark.differing.length > 0).length,
  };
}

export interface AtGate {
  place: StaffPlace;
  child: Child;
}
/** What happened at a gate today that somebody should look at: two devices differ first. */
export function atGate(places: readonly StaffPlace[]): AtGate[] {
  const all = places.flatMap((place) => place.children.map((child) => ({ place, child })));
  const isDiffering = ({ child: { mark } }: AtGate) => mark.differing.length > 0;
  return [
    ...all.filter(isDiffering),
    ...all.filter(
      (one) =>
        !isDiffering(one) && (one.child.mark.concerns.length > 0 || one.child.mark.not_handed_over !== null),
    ),
  ];
}

/** What is not well, the gravest first; nothing: a green line. */
export type Trouble =
  | { kind: 'alert'; name: string; value: number; threshold: number; since: string }
  | { kind: 'books'; rows: number; rules: [rule: string, rows: number][]; at: string }
  | { kind: 'refused'; title: string | null; problem: string | null }
  | { kind: 'mails'; count: number }
  | { kind: 'chores'; count: number; seconds: number };

export function troublesOf(health: StaffHealth): Trouble[] {
  const { alerts, books, publish, late_chores: late, mails_given_up } = health;
  const isTold = alerts.some(({ kind }) => kind === 'chores_late');
  return [
    // Alerts are raised by a chore: where none runs, nobody is alerted.
    ...(late.length > 0 && !isTold
      ? [
          {
            kind: 'chores' as const,
            count: late.length,
            seconds: Math.max(...late.map(({ seconds }) => seconds)),
          },
        ]
      : []),
    // Odd rows are named one by one below.
    ...alerts
      .filter(({ kind }) => kind !== 'books_odd')
      .map(({ kind, value, threshold, began_at }): Trouble => ({
        ...{ kind: 'alert', name: kind, value, threshold, since: began_at },
      })),
    ...(books && books.odd_rows > 0
      ? [{ kind: 'books' as const, rows: books.odd_rows, rules: Object.entries(books.rules), at: books.at }]
      : []),
    ...publish.refused.map(({ title, problem }): Trouble => ({ kind: 'refused', title, problem })),
    ...(mails_given_up > 0 ? [{ kind: 'mails' as const, count: mails_given_up }] : []),
  ];
}

/** By the clock of the answer: a browser's own may be wrong. */
export const lapsesSoon = (expiresAt: string, { at }: Pick<ManagementToday, 'at'>): boolean =>
  Date.parse(expiresAt) - Date.parse(at) <= staffTiming.LAPSES_SOON_MS;
