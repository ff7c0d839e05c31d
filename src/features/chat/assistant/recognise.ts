import type { KnownTier } from '#contract/assistant.ts';
import { isStopWord } from '#domain/search/terms.ts';
import { findSubjects, isTierSubject, tierOfSubject, type Subject } from './subjects.ts';
import { namesOf } from './tier-names.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type Weekday = (typeof weekdays)[number];

/** What a question can ask for. It is recognised by its words. An unclear question is left to the search. */
const asks = ['cost', 'free', 'age', 'hours', 'place', 'refund'] as const;
export type Ask = (typeof asks)[number];

export interface Fact {
  ask: Ask;
  subject: Subject;
}
export const factId = ({ ask, subject }: Fact) =>
  `${ask}:${isTierSubject(subject) ? tierOfSubject(subject) : subject}`;

export interface Details {
  age: number | null;
  month: number | null;
  days: readonly Weekday[];
}

export interface Recognised {
  facts: Fact[];
  details: Details;
  leftover: string[];
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const month = new RegExp(`\\b(${MONTHS})(uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\\b`);
/** Matches a question about changing a booking, which does not ask for availability. */
const moves = /\b(change|move|moving|reschedule|swap|switch|replace|transfer|postpone|another date)\b/;

const triggers: Record<Ask, RegExp> = {
  cost: /\b(prices?|pricing|costs?|fees?|rates?|how much|hw much|discounts?|promos?|promotions?|early bird|cheap(er|est)?|rebates?)\b/,
  free: /\b(spaces?|slots?|vacanc(y|ies)|available|availability|spots?|places? (left|free|open)|full|sold out|which .*\bfree|is .*\bfree|next (camps?|class(es)?|lessons?|sessions?|dates?)|camps? (dates?|schedule)|when)\b/,
  age: /\b(ages?|aged|how old|old must|too (old|young)|(\d{1,2}|years?) ?(yo|yrs?|years?|old)\b|(is|turns?|turning) \d{1,2}(?! (kids|children|people)))\b/,
  hours:
    /\b(what time|timings?|hours|start time|end time|finish|(pickup|dropoff) time|how long (is|are|does|do) .*\b(part(y|ies)|camps?))\b/,
  place: /\b(where|locations?|address(es)?|venues?|mrt|nearest)\b/,
  refund: /\b(refunds?|refunded|refundable|money back|cancel|cancels|cancelled|cancelling|cancellation)\b/,
};

const isCamp = (subject: Subject) => subject === 'camps' || isTierSubject(subject);
const passes: readonly Subject[] = ['tryout', 'flexi', 'term', 'xterm', 'passes'];
const parties: readonly Subject[] = ['birthdays', 'birthday-skate', 'birthday-camp', 'birthday-trail'];
/** Everything can be asked about camps. */
const otherSubjects: Record<Ask, readonly Subject[]> = {
  cost: [...passes, ...parties, 'holiday', 'transport', 'sibling', 'all'],
  free: ['classes', 'tryout'],
  age: [...parties, 'tryout', 'classes', 'all'],
  hours: [...parties, 'classes'],
  place: ['classes', 'tryout'],
  refund: [...passes, ...parties, 'holiday'],
};
const canBeAsked = (ask: Ask, subject: Subject) => isCamp(subject) || otherSubjects[ask].includes(subject);

/**
 * Subjects that are related. Parents pay for classes with passes, so a question about one may be answered with the
 * other.
 */
const relatedSubjects: Partial<Record<Ask, Partial<Record<Subject, Subject>>>> = {
  cost: { classes: 'passes' },
  free: { tryout: 'classes', passes: 'classes' },
};

const neutral = new Set(
  `kid kids child children son sons daughter daughters boy boys girl girls toddler join joining book booking bookings week weeks
  month months year years day days before per now today tomorrow coming next january february march april may june july august
  september october november december jan feb mar apr jun jul aug sep oct nov dec price sgd dollars dollar total minimum maximum min max
  start starts starting begin begins end ends skate skating two boys extra left free yo old young people pax morning afternoon
  policy rule rules base bases exactly held sick ill space open`.split(/\s+/),
);

/** Recognises a question. `page` is the subject of the page, which counts if the question names none. */
export function recognise(
  question: string,
  tiers: readonly KnownTier[],
  page: Subject | null = null,
): Recognised {
  const { subjects, used } = findSubjects(question, tiers);
  const monthName = month.exec(question)?.[1];
  const details: Details = {
    age: ageIn(question),
    month: monthName ? MONTHS.split('|').indexOf(monthName) + 1 : null,
    days: daysIn(question),
  };
  const datesOfTier = new RegExp(`\\b(${tiers.flatMap(namesOf).join('|')}) (dates?|schedule)\\b`);
  const phrases = (ask: Ask): RegExp[] =>
    ask === 'free' && tiers.length > 0 ? [triggers.free, datesOfTier] : [triggers[ask]];
  const matchingAsks = asks.filter((ask) => phrases(ask).some((phrase) => phrase.test(question)));
  // If a question has a month and a camp, it asks for availability, e.g. "Can we book a camp in December?".
  if (matchingAsks.length === 0 && details.month !== null && subjects.some(isCamp)) matchingAsks.push('free');
  const otherWords = question
    .split(' ')
    .filter((word) => !isStopWord(word) && !used.includes(word) && !neutral.has(word) && !/^\d+$/.test(word));
  // If a question has a day and a class, it asks for availability, e.g. "Is there a class on Wednesday?".
  const isAboutClasses = subjects.some((subject) => subject === 'classes' || subject === 'tryout');
  if (matchingAsks.length === 0 && details.days.length > 0 && otherWords.length === 0 && isAboutClasses)
    matchingAsks.push('free');
  const answerableAsks = matchingAsks.filter(
    (ask) =>
      !(
        ask === 'free' &&
        (moves.test(question) || matchingAsks.includes('refund') || matchingAsks.includes('hours'))
      ) &&
      !(ask === 'hours' && matchingAsks.includes('place')) &&
      !(ask === 'refund' && moves.test(question)),
  );
  const leftover = otherWords.filter(
    (word) => !asks.some((ask) => phrases(ask).some((phrase) => wordsIn(phrase, question).includes(word))),
  );
  const facts = answerableAsks.flatMap((ask) => findFacts(ask, subjects, leftover, page));
  return { facts, details, leftover };
}

function findFacts(
  ask: Ask,
  namedSubjects: readonly Subject[],
  leftover: readonly string[],
  page: Subject | null,
): Fact[] {
  const askedSubjects = namedSubjects
    .map((subject) => relatedSubjects[ask]?.[subject] ?? subject)
    .filter((candidate) => canBeAsked(ask, candidate));
  const extraSubjects = askedSubjects.filter(
    (candidate) => candidate === 'transport' || candidate === 'sibling',
  );
  const subjects = ask === 'cost' && extraSubjects.length > 0 ? extraSubjects : askedSubjects;
  if (subjects.length > 0) return [...new Set(subjects)].slice(0, 3).map((subject) => ({ ask, subject }));
  if (namedSubjects.length > 0 || leftover.length > 0) return [];
  const pageSubject = page && (relatedSubjects[ask]?.[page] ?? page);
  if (pageSubject && canBeAsked(ask, pageSubject)) return [{ ask, subject: pageSubject }];
  return canBeAsked(ask, 'all') ? [{ ask, subject: 'all' }] : [];
}

const wordsIn = (phrase: RegExp, question: string): string[] =>
  (question.match(new RegExp(phrase, 'g')) ?? []).flatMap((phrase) => phrase.split(' '));

/** Finds the age in "My son is 4", "8yo" or "turns 6", but not the number in "for 2 kids". */
function ageIn(question: string): number | null {
  const match =
    /\b(\d{1,2}) ?(?:yo|yrs?|years?)\b/.exec(question) ??
    /\b(?:is|turns?|turning|aged?|at) (\d{1,2})\b(?! (?:kids|children))/.exec(question);
  const age = Number(match?.[1] ?? 0);
  return age >= 1 && age <= 18 ? age : null;
}

const dayNames =
  /\b(mon|tue|wed|thu|fri|sat|sun)(?:s|days?|sdays?|nesdays?|rs|r|rsdays?|urdays?)?\b|\bweekdays?\b/g;

function daysIn(question: string): Weekday[] {
  const namedDays = [...question.matchAll(dayNames)].map(([, name]) => name);
  return weekdays.filter((day, index) =>
    namedDays.some((name) => (name === undefined ? index < 5 : day.toLowerCase().startsWith(name))),
  );
}
