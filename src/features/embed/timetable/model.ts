import { choicePath } from '#config/choice-path.ts';
import { paths } from '#config/paths.ts';
import { ageRange } from '#domain/ages.ts';
import {
  datesOfTier,
  datesText,
  isBookable,
  shortName,
  spotsLeft,
  type CampDate,
  type Source,
  type Tier,
} from '#domain/camp.ts';
import { formatDate, formatTime } from '#domain/dates.ts';
import { spotsOf, type Spots } from '#domain/spots.ts';
import { campWaitlistPath } from '#ui/camps/alternatives.ts';
import { bookingLabel, spotsMessage } from '#ui/camps/messages.ts';
import { messages } from '../messages.ts';
import type { Class } from './api.ts';

/** What the build writes into the page. */
export interface TimetableData {
  tiers: Pick<Tier, 'tier' | 'name' | 'days' | 'bases'>[];
  /** The name of each base, by its slug. */
  bases: Record<string, string>;
  bookLabel: string;
  /** If this is `off`, marketing shows no number of free spots at camps. */
  source: Source;
}

/**
 * What the partner asks for, from the address of the page. An empty text means everything, and so does a base, tier or
 * day that does not exist: a mistake in a partner's page must not look like no camps.
 */
export interface Request {
  show: 'all' | 'classes' | 'camps';
  base: string;
  tier: string;
  from: string;
}

export interface Row {
  id: string;
  day: string;
  hours: string;
  name: string;
  ages: string;
  place: string;
  spots: string;
  spotsState: Spots;
  canBook: boolean;
  label: string;
  href: string;
}

/** The most camps that are listed. A partner who wants all of them shows the camps. */
const MAX_CAMPS = 8;

export function readRequest(query: URLSearchParams): Request {
  const show = query.get('show');
  const from = query.get('from') ?? '';
  return {
    show: show === 'classes' || show === 'camps' ? show : 'all',
    base: query.get('location') ?? '',
    tier: query.get('tier') ?? '',
    from: /^\d{4}-\d{2}-\d{2}$/.test(from) ? from : '',
  };
}

/** Returns the classes at the base. The booking that they lead to starts with their team. */
export function classRows(
  classes: readonly Class[],
  { base, from }: Request,
  { bases }: TimetableData,
): Row[] {
  const place = Object.hasOwn(bases, base) ? bases[base] : null;
  return classes.flatMap((row) => {
    // A class without a team can’t be booked on the site.
    if (row.team === null || (place !== null && row.location_name !== place) || row.session_date < from)
      return [];
    const canBook = row.available_spots > 0;
    return {
      id: row.session_id,
      day: formatDate(row.session_date),
      hours: messages.from(formatTime(row.session_time)),
      name: row.class_type,
      ages: '',
      place: row.location_name,
      spots: spotsMessage(row.available_spots),
      spotsState: spotsOf(row.available_spots),
      canBook,
      label: canBook ? messages.book : messages.waitlist,
      href: canBook ? choicePath({ team: row.team }) : `${paths.waitlist}?session=${row.session_id}`,
    };
  });
}

/** Returns the next camps at the base that have not started. */
export function campRows(
  camps: readonly CampDate[],
  { base, tier, from }: Request,
  { tiers, bases, bookLabel, source }: TimetableData,
  today: string,
): Row[] {
  const isKnownTier = tiers.some((one) => one.tier === tier);
  const isWanted = (camp: CampDate) =>
    (!Object.hasOwn(bases, base) || camp.base === base) &&
    (!isKnownTier || camp.tier === tier) &&
    camp.start >= from;
  const rows = tiers.flatMap((one) =>
    datesOfTier(camps, one, today)
      .filter(isWanted)
      .map((camp) => ({ camp, row: campRow(camp, { name: one.name, bookLabel, source }) })),
  );
  return rows
    .toSorted((a, b) => a.camp.start.localeCompare(b.camp.start))
    .slice(0, MAX_CAMPS)
    .map(({ row }) => row);
}

function campRow(
  camp: CampDate,
  { name, bookLabel, source }: { name: string; bookLabel: string; source: Source },
): Row {
  const left = spotsLeft(camp);
  const isFull = camp.priceCents !== null && left === 0;
  const query = new URLSearchParams({ type: 'camp', camp: camp.id });
  return {
    id: camp.id,
    day: datesText(camp),
    hours: `${formatTime(camp.from)} – ${formatTime(camp.until)}`,
    name,
    ages:
      camp.minAge === null || camp.maxAge === null
        ? ''
        : ageRange({ minAge: camp.minAge, maxAge: camp.maxAge }),
    place: camp.place,
    // A camp that is not on sale yet shows no count, because a count would invite parents to book.
    spots: source === 'off' || camp.priceCents === null ? '' : spotsMessage(left),
    spotsState: spotsOf(left),
    canBook: isBookable(camp),
    label: bookingLabel(camp, shortName({ name }), bookLabel),
    href: isFull
      ? campWaitlistPath(camp)
      : isBookable(camp)
        ? `${paths.checkout}?${query.toString()}`
        : `${paths.campsBook}?camp=${camp.id}`,
  };
}
