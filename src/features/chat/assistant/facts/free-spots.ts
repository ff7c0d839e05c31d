import type { SessionAvailability } from '#contract/availability.ts';
import { plural } from '#contract/plural.ts';
import { datesText, isBookable, spotsLeft } from '#domain/camp.ts';
import { formatDate, formatTime, weekdayOf } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { weekdayName } from '#domain/weekday-name.ts';
import type { Details } from '../recognise.ts';
import { isTierSubject, tierOfSubject, type Subject } from '../subjects.ts';
import { freeMessages } from './messages.ts';
import { isCamp, listNames, meansTier, type World } from './world.ts';

const SHOWN = 4;

export function freeLines(
  subject: Subject,
  world: World,
  { month, days, base }: Details & { base: string | null },
): string[] {
  return isCamp(subject) ? campLines(subject, world, month, base) : classLines(world.sessions, days);
}

function campLines(
  subject: Subject,
  { camps, offers }: World,
  month: number | null,
  base: string | null,
): string[] {
  const name = (tier: string) =>
    offers.find(({ details }) => details.tier === tier)?.title ?? freeMessages.camp;
  const matchingCamps = camps.filter(
    (camp) =>
      meansTier(subject, camp.tier) &&
      (month === null || Number(camp.start.slice(5, 7)) === month) &&
      (base === null || camp.base === base),
  );
  const openCamps = matchingCamps.filter(isBookable);
  const isAny = !isTierSubject(subject);
  const subjectName = isAny ? freeMessages.anyCamp : name(tierOfSubject(subject));
  if (matchingCamps.length === 0)
    return [month || base ? freeMessages.noneForThat(subjectName) : freeMessages.noneNow(subjectName)];
  if (openCamps.length === 0) {
    const camps = isAny ? freeMessages.theCamps : subjectName;
    return [matchingCamps.length === 1 ? freeMessages.oneDateFull(camps) : freeMessages.allDatesFull(camps)];
  }
  const lines = openCamps
    .slice(0, SHOWN)
    .map((camp) =>
      freeMessages.date(
        name(camp.tier),
        datesText(camp),
        camp.place,
        spotsLeft(camp),
        camp.capacity,
        formatMoney(camp.priceCents ?? 0),
      ),
    );
  const hiddenCount = openCamps.length - lines.length;
  if (hiddenCount === 0) return lines;
  return [...lines, hiddenCount === 1 ? freeMessages.oneMoreDate : freeMessages.moreDates(hiddenCount)];
}

function classLines(sessions: readonly SessionAvailability[], days: Details['days']): string[] {
  const requestedSessions = sessions.filter(
    ({ session_date }) => days.length === 0 || isOn(session_date, days),
  );
  const openSessions = requestedSessions.filter(({ available_spots }) => available_spots > 0);
  const absentText = absentLines(sessions, days);
  if (requestedSessions.length === 0) return absentText;
  const present = days.filter((day) =>
    requestedSessions.some(({ session_date }) => isOn(session_date, [day])),
  );
  const week = hasWeekdays(sessions) ? freeMessages.thisWeek : freeMessages.thisWeekend;
  const daysPhrase = days.length > 0 ? freeMessages.on(daysText(present)) : week;
  const isOne = requestedSessions.length === 1;
  if (openSessions.length === 0) {
    const fullText = isOne
      ? freeMessages.oneClassFull(daysPhrase, freeMessages.nextWeek)
      : freeMessages.allClassesFull(requestedSessions.length, daysPhrase, freeMessages.nextWeek);
    return [fullText, ...absentText];
  }
  const classes = plural(requestedSessions.length, 'class', 'classes');
  const dates = [...new Set(openSessions.map(({ session_date }) => session_date))];
  return [
    isOne
      ? freeMessages.oneClassHas(openSessions.length, classes, daysPhrase)
      : freeMessages.classesHave(openSessions.length, classes, daysPhrase),
    ...dates.map((date) => {
      const daySessions = openSessions.filter(({ session_date }) => session_date === date);
      const times = [...new Set(daySessions.map(({ session_time }) => session_time))].toSorted();
      const spots = times.map((time) => {
        const sessionsAtTime = daySessions.filter(({ session_time }) => session_time === time);
        const freeSpots = sessionsAtTime.reduce((sum, { available_spots }) => sum + available_spots, 0);
        return freeMessages.time(formatTime(time), plural(freeSpots, 'spot'));
      });
      return freeMessages.day(formatDate(date), spots.join(', '));
    }),
    ...absentText,
  ];
}

/**
 * Returns lines that say that no class takes place on the days that were asked about, and on which days there is one.
 */
export function absentLines(sessions: readonly SessionAvailability[], days: Details['days']): string[] {
  const dates = [...new Set(sessions.map(({ session_date }) => session_date))].toSorted();
  const classDays = dates.map(weekdayOf);
  const absent = days.filter((day) => !classDays.includes(day));
  if (days.length === 0 ? classDays.length > 0 : absent.length === 0) return [];
  const isNone = absent.length === days.length;
  // A single day with a class is enough to answer a question about weekdays.
  if (isWeek(days) && !isNone) return [];
  const daysPhrase = days.length === 0 ? freeMessages.thisWeek : freeMessages.onThisWeek(daysText(absent));
  const isFull = (date: string) =>
    sessions.every(({ session_date, available_spots }) => session_date !== date || available_spots <= 0);
  const dayNames = dates.map((date) =>
    isFull(date) ? freeMessages.full(weekdayName(date)) : weekdayName(date),
  );
  const otherDayLines = isNone && classDays.length > 0 ? [freeMessages.otherDays(listNames(dayNames))] : [];
  return [[freeMessages.none(daysPhrase), ...otherDayLines, freeMessages.nextWeek].join(' ')];
}

/** The dates of one week, from which weekdays are named in the page's language. */
const weekOfNames = ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-11-${day}`);
const nameOfDay = (day: string): string =>
  weekdayName(weekOfNames.find((date) => weekdayOf(date) === day) ?? '');

const isWeek = (days: Details['days']) => days.length === 5 && !days.some((day) => day.startsWith('S'));
const daysText = (days: Details['days']) =>
  isWeek(days) ? freeMessages.weekdays : listNames(days.map(nameOfDay));
const isOn = (date: string, days: readonly string[]) => days.includes(weekdayOf(date));
const hasWeekdays = (sessions: readonly SessionAvailability[]) =>
  sessions.some(({ session_date }) => !weekdayOf(session_date).startsWith('S'));
