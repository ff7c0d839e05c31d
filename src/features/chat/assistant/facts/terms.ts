import type { OfferNow } from '#contract/assistant.ts';
import { formatDate, formatTime, weekdayOf } from '#domain/dates.ts';
import type { Details } from '../recognise.ts';
import type { Subject } from '../subjects.ts';
import { absentLines } from './free-spots.ts';
import { termsMessages } from './messages.ts';
import { isCamp, isParty, listNames, findOffers, meansTier, type World } from './world.ts';

export function ageLines(subject: Subject, world: World, { age }: Pick<Details, 'age'>): string[] {
  const subjects: Subject[] =
    subject === 'all' ? ['tryout', 'camps', 'birthdays'] : [subject === 'classes' ? 'passes' : subject];
  const offers = subjects
    .flatMap((subject) => findOffers(subject, world))
    .filter(({ details }) => details.min_age && details.max_age);
  const ranges = new Map<string, OfferNow[]>();
  for (const offer of offers) {
    const range = termsMessages.range(offer.details.min_age ?? 0, offer.details.max_age ?? 0);
    ranges.set(range, [...(ranges.get(range) ?? []), offer]);
  }
  const lines = [...ranges].map(([range, rangeItems]) =>
    termsMessages.ages(listNames(rangeItems.map(({ title }) => title)), range),
  );
  if (lines.length === 0) return [];
  const firstDayLines = subject === 'all' || isCamp(subject) ? [termsMessages.firstDay] : [];
  return [...(age === null ? [] : [ageAnswer(age, offers)]), ...lines, ...firstDayLines];
}

function ageAnswer(age: number, offers: readonly OfferNow[]): string {
  const fittingOffers = offers.filter(
    ({ details }) => age >= (details.min_age ?? 0) && age <= (details.max_age ?? 99),
  );
  if (fittingOffers.length === offers.length) return termsMessages.yes(age);
  if (fittingOffers.length > 0)
    return termsMessages.only(age, listNames(fittingOffers.map(({ title }) => title)));
  const isTooYoung = offers.every(({ details }) => age < (details.min_age ?? 0));
  return isTooYoung ? termsMessages.notYet(age) : termsMessages.noLonger(age);
}

export function hoursLines(
  subject: Subject,
  { camps, sessions, offers }: World,
  { days }: Pick<Details, 'days'>,
): string[] {
  if (isParty(subject))
    return findOffers(subject, { offers }).flatMap(({ title, details }) =>
      details.minutes ? [termsMessages.lasts(title, details.minutes)] : [],
    );
  if (isCamp(subject)) {
    const matching = camps.filter(({ tier }) => meansTier(subject, tier));
    const hours = [
      ...new Set(matching.map(({ from, until }) => termsMessages.hours(formatTime(from), formatTime(until)))),
    ];
    return hours.length === 0 ? [] : [termsMessages.campHours(listNames(hours))];
  }
  const dates = [...new Set(sessions.map(({ session_date }) => session_date))]
    .filter((date) => days.length === 0 || days.some((day) => day === weekdayOf(date)))
    .toSorted();
  const lines = dates.map((date) => {
    const times = sessions
      .filter(({ session_date }) => session_date === date)
      .map(({ session_time }) => session_time);
    return termsMessages.begin(formatDate(date), listNames([...new Set(times)].toSorted().map(formatTime)));
  });
  return days.length === 0 ? lines : [...lines, ...absentLines(sessions, days)];
}

export function placeLines(
  subject: Subject,
  { camps, sessions, places }: World,
  base: string | null,
): string[] {
  const bases = isCamp(subject)
    ? [...new Set(camps.filter(({ tier }) => meansTier(subject, tier)).map((camp) => camp.base))]
    : [];
  const names = new Set(sessions.map(({ location_name }) => location_name));
  const matchingBases = places.filter((place) =>
    base === null
      ? bases.includes(place.base) || (!isCamp(subject) && (names.has(place.name) || names.has(place.short)))
      : place.base === base,
  );
  return matchingBases.map(({ name, address }) =>
    address.startsWith(name) ? termsMessages.address(address) : termsMessages.place(name, address),
  );
}

export function refundLines(subject: Subject, world: World): string[] {
  const rules = new Map<string, string[]>();
  for (const { title, cancellation } of findOffers(subject, world))
    if (cancellation) rules.set(cancellation, [...(rules.get(cancellation) ?? []), title]);
  return [...rules].map(([rule, titles]) => termsMessages.refund(listNames(titles), rule));
}
