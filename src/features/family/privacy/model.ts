import type { PrivacyRead, PrivacyReceipt } from '#contract/family-privacy.ts';
import { today } from '#domain/dates.ts';

/** What was opened on one day in Singapore, the latest first. */
export interface ReadDay {
  day: string;
  reads: readonly PrivacyRead[];
}

/** `childId` limits the list to this child and to what concerns the whole family; null shows everything. */
export function readDays(reads: readonly PrivacyRead[], childId: string | null): ReadDay[] {
  const days = new Map<string, PrivacyRead[]>();
  for (const read of reads) {
    if (childId !== null && read.child_id !== null && read.child_id !== childId) continue;
    const day = today(new Date(read.at));
    days.set(day, [...(days.get(day) ?? []), read]);
  }
  return [...days].map(([day, all]) => ({ day, reads: all }));
}

/** Children whose data somebody read, each once, sorted by name. */
export function childrenIn(reads: readonly PrivacyRead[]): { id: string; name: string }[] {
  const names = new Map<string, string>();
  for (const { child_id, child_name } of reads)
    if (child_id !== null && child_name !== null) names.set(child_id, child_name);
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

export type Ahead = keyof PrivacyReceipt['erasing']['ahead'];

/** What must end before a family can be erased, in the order of doing it. */
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

/** A period in the largest unit that expresses it in whole numbers. */
export function spanOf(days: number): { count: number; unit: 'day' | 'month' | 'year' } {
  const years = Math.round(days / DAYS_OF_YEAR);
  if (years >= 1 && Math.abs(days - years * DAYS_OF_YEAR) <= 2) return { count: years, unit: 'year' };
  if (days >= 60 && days % 30 === 0) return { count: days / 30, unit: 'month' };
  return { count: days, unit: 'day' };
}
