import type { ManagementToday, StaffHealth, StaffPlace } from '#contract/management.ts';
import { staffTiming } from '../../../config/staff.ts';

export type Child = StaffPlace['children'][number];

/** A segment a place: who is there, expected, held, open. More than these are said by number alone. */
const PIPS_MAX = 24;
export type Pip = 'in' | 'expected' | 'held' | 'open';
export function pipsOf({ capacity, taken, children }: StaffPlace): Pip[] {
  const there = children.filter(({ attended }) => attended === true).length;
  const counts: [Pip, number][] = [
    ['in', there],
    ['expected', children.length - there],
    ['held', Math.max(0, taken - children.length)],
    ['open', Math.max(0, capacity - Math.max(taken, children.length))],
  ];
  const pips = counts.flatMap(([pip, count]) => Array.from({ length: count }, () => pip));
  return pips.length > PIPS_MAX ? [] : pips;
}

export interface Heads {
  all: number;
  there: number;
  absent: number;
  expected: number;
}
/** Over the places that take place. */
export function headsOf(places: readonly StaffPlace[]): Heads {
  const children = places.flatMap((place) => (place.is_called_off ? [] : place.children));
  const count = (attended: boolean | null) => children.filter((child) => child.attended === attended).length;
  return { all: children.length, there: count(true), absent: count(false), expected: count(null) };
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
