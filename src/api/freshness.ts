import { formatClock, formatMoment, today } from '#domain/dates.ts';
import { isOffline } from '#browser/online.ts';
import type { FamilyView } from './family.ts';
import { offline } from '#domain/offline-messages.ts';

export function asOf(view: FamilyView): { moment: string; why: string | null } | null {
  if (view.state !== 'ready' || view.news === 'none') return null;
  const read = new Date(view.at).toISOString();
  const moment = today(new Date(view.at)) === today() ? formatClock(read) : formatMoment(read);
  if (view.news === 'coming') return { moment, why: 'Checking for updates…' };
  return { moment, why: isOffline() ? offline : 'This may be out of date.' };
}
