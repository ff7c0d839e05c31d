import { campHours } from '#contract/camps.ts';
import { formatDate, formatDays, formatTime } from '#contract/format.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { fetchSessionsAhead } from '#api/sessions.ts';
import { fetchCamp, fetchOffers, type Offer } from './api.ts';

export interface ScheduleItem {
  kind: 'session' | 'camp';
  id: string;
  what: string;
  when: string;
  where: string;
  spotsLeft: number;
  /** The offers that can book the class or camp. A camp has only the offer of its tier. */
  offers: Offer[];
}

type ScheduleItemAnswer = { ok: true; place: ScheduleItem } | { ok: false; code: ErrorCode };

/**
 * Finds a class or camp. If it has ended, it is not found. If no current offer could book it, it is refused, because
 * an entry names an offer.
 */
export async function findScheduleItem(kind: ScheduleItem['kind'], id: string): Promise<ScheduleItemAnswer> {
  const answer = await (kind === 'camp' ? findCamp(id) : findSession(id));
  return answer.ok && answer.place.offers.length === 0 ? { ok: false, code: 'offer_not_available' } : answer;
}

async function findSession(id: string): Promise<ScheduleItemAnswer> {
  const [sessions, offers] = await Promise.all([fetchSessionsAhead(), fetchOffers()]);
  if (!sessions.ok) return sessions;
  if (!offers.ok) return offers;
  const row = sessions.value.find(({ session_id }) => session_id === id);
  if (!row) return { ok: false, code: 'session_not_found' };
  return {
    ok: true,
    place: {
      kind: 'session',
      id,
      what: row.class_type,
      where: row.location_name,
      when: `${formatDate(row.session_date)}, ${formatTime(row.session_time)}`,
      spotsLeft: Math.max(0, row.available_spots),
      offers: offers.value.filter((offer) => offer.kind === 'pass'),
    },
  };
}

async function findCamp(id: string): Promise<ScheduleItemAnswer> {
  const [camps, offers] = await Promise.all([fetchCamp(id), fetchOffers()]);
  if (!camps.ok) return camps;
  if (!offers.ok) return offers;
  const camp = camps.value[0];
  // A camp that has no price is not on sale yet.
  if (!camp?.is_active || camp.price_cents === null) return { ok: false, code: 'camp_not_found' };
  const { from, until } = campHours(camp);
  return {
    ok: true,
    place: {
      kind: 'camp',
      id,
      what: camp.name,
      where: camp.location,
      when: `${formatDays(camp.start_date, camp.end_date)}, ${formatTime(from)} to ${formatTime(until)}`,
      spotsLeft: Math.max(0, camp.capacity - camp.current_enrollments),
      offers: offers.value.filter(({ kind, details }) => kind === 'camp_tier' && details.tier === camp.tier),
    },
  };
}
