import type { PrivacyRead, PrivacyReceipt } from '#contract/family-privacy.ts';
import { today } from '#domain/dates.ts';

export interface ReadDay {
  day: string;
  people: readonly ReadsByPerson[];
}
/**
 * Everything that one person read on one day. It is shown in one line, because a roster opens each child separately.
 */
interface ReadsByPerson extends Pick<PrivacyRead, 'name' | 'role' | 'times' | 'at'> {
  reads: readonly PrivacyRead[];
}

/** Groups entries. The groups are in the order of their first entries. */
export function groupBy<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}

function groupByPerson(reads: readonly PrivacyRead[]): ReadsByPerson[] {
  const people = groupBy(reads, ({ name, role }) => `${name ?? ''} ${role ?? ''}`);
  return [...people.values()].flatMap((personReads) => {
    // The reads are sorted, so the first one is the latest.
    const [latest] = personReads;
    if (!latest) return [];
    const { name, role, at } = latest;
    return {
      name,
      role,
      at,
      times: personReads.reduce((sum, { times }) => sum + times, 0),
      reads: personReads,
    };
  });
}

/**
 * Returns the reads by day. If `childId` is given, only reads about this child and about the whole family are
 * included.
 */
export function readDays(reads: readonly PrivacyRead[], childId: string | null): ReadDay[] {
  const shownReads = reads.filter(
    ({ child_id }) => childId === null || child_id === null || child_id === childId,
  );
  const days = groupBy(shownReads, ({ at }) => today(new Date(at)));
  return [...days].map(([day, dayReads]) => ({ day, people: groupByPerson(dayReads) }));
}

export function childrenIn(reads: readonly PrivacyRead[]): { id: string; name: string }[] {
  const names = new Map<string, string>();
  for (const { child_id, child_name } of reads)
    if (child_id !== null && child_name !== null) names.set(child_id, child_name);
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

export type Ahead = keyof PrivacyReceipt['erasing']['ahead'];

/** Lists what must end before a family can be erased, in the order in which parents should do it. */
export function findUpcoming({ ahead }: PrivacyReceipt['erasing']): { what: Ahead; count: number }[] {
  const counts: [Ahead, number][] = [
    ['open_orders', ahead.open_orders],
    ['bookings', ahead.bookings],
    ['camps', ahead.camps],
    ['renewals', ahead.renewals],
    ['second_parent', ahead.second_parent ? 1 : 0],
  ];
  return counts.filter(([, count]) => count > 0).map(([what, count]) => ({ what, count }));
}

const DAYS_OF_YEAR = 365.25;

/** Returns the period in the largest unit that expresses it in whole numbers. */
export function spanOf(days: number): { count: number; unit: 'day' | 'month' | 'year' } {
  const years = Math.round(days / DAYS_OF_YEAR);
  if (years >= 1 && Math.abs(days - years * DAYS_OF_YEAR) <= 2) return { count: years, unit: 'year' };
  if (days >= 60 && days % 30 === 0) return { count: days / 30, unit: 'month' };
  return { count: days, unit: 'day' };
}
