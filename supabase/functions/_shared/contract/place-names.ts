import { formatDate, formatDays, formatTime } from './format.ts';

/** Children, camps, classes, bases and days are named in the same way everywhere (docs/decisions "Who and where"). */

/** The facts by which texts name a session. */
export interface SessionPlace {
  class_type: string;
  session_date: string;
  session_time: string;
  location_name: string;
}
interface CampPlace {
  name: string;
  start_date: string;
  end_date: string;
  location_name: string;
}
/** The facts by which texts name a session or a camp. The other one of the two is null. */
export interface ScheduleItem {
  session?: SessionPlace | null | undefined;
  camp?: CampPlace | null | undefined;
}

/** Joins names as `Kai, Mei and Jun`. A name that occurs twice is written once. */
export function joinNames(names: readonly string[]): string {
  const all = [...new Set(names)];
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
}

/** Formats days for titles as `14–18 Dec`, `30 Nov – 2 Dec` or `28 Nov`, without year and weekday. */
export function shortDays(from: string, to: string): string {
  const [first, last] = [dayOf(from), dayOf(to)];
  if (from === to) return last;
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return isSameMonth ? `${first.split(' ')[0]}–${last}` : `${first} – ${last}`;
}

const dayOf = (date: string) => formatDate(date, { year: false }).replace(/^\S+ /, '');

/** Returns for example `Spark Camp, Bishan`. If the name contains the base, the base is not repeated. */
export function placeName({ session, camp }: ScheduleItem): string {
  const [name, base] = session
    ? [session.class_type, session.location_name]
    : [camp?.name ?? '', camp?.location_name ?? ''];
  return name.includes(base) ? name : `${name}, ${base}`;
}

/**
 * Returns for example `Spark Camp, Bishan, 30 Nov – 2 Dec` or `Red Otter A, Somerset, Sat 28 Nov, 10.30 am`. Returns
 * an empty text if there is no place.
 */
export function placeMessage(place: ScheduleItem): string {
  const { session, camp } = place;
  if (session)
    return `${placeName(place)}, ${formatDate(session.session_date, { year: false })}, ${formatTime(session.session_time)}`;
  return camp ? `${placeName(place)}, ${shortDays(camp.start_date, camp.end_date)}` : '';
}

/** Returns the same text with weekday and year, for sentences. */
export function longPlaceText(place: ScheduleItem): string {
  const { session, camp } = place;
  if (session)
    return `${placeName(place)}, ${formatDate(session.session_date)}, ${formatTime(session.session_time)}`;
  return camp ? `${placeName(place)}, ${formatDays(camp.start_date, camp.end_date)}` : '';
}

/** Returns for example `Kai and Mei, Spark Camp, Bishan, 14–18 Dec`. `otherwise` is written if there is no place. */
export const whoAndWhere = (names: readonly string[], place: ScheduleItem, otherwise = ''): string =>
  joinKnown(names, placeMessage(place) || otherwise);

/** Returns the same text with weekday and year. */
export const longWhoAndWhere = (names: readonly string[], place: ScheduleItem, otherwise = ''): string =>
  joinKnown(names, longPlaceText(place) || otherwise);

const joinKnown = (names: readonly string[], where: string) =>
  [joinNames(names), where].filter((part) => part !== '').join(', ');

/**
 * Returns for example `Orchard Central, 181 Orchard Road`. If the address begins with the name of its place, the name
 * is not repeated.
 */
export const placeAddress = (name: string, address: string | null): string =>
  address === null || address === '' ? name : address.startsWith(name) ? address : `${name}, ${address}`;
