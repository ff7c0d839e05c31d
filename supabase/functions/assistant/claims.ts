import { toDigits } from './number-words.ts';

/**
 * Finds numbers, prices, dates and times in a text, so that an answer can be compared with its sources. These
 * functions are pure.
 */

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const REST_OF_MONTH = '(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\\b';
const MONTH = `(${MONTHS})${REST_OF_MONTH}`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
/** This matches the whole number, so that "50k" is not 50. */
const NUMBER = '\\d+(?:,\\d+)*(?:\\.\\d+)?(?![\\dk]|[.,]\\d)';
const MONEY = `(?<![a-z])(?:s?\\$|sgd) ?(${NUMBER})`;
/** Amounts in words are compared as they are written. */
const amounts = /\b(hundred|thousand|million|dozen|half|double|twice|triple|quarter|thrice|couple)s?\b/g;
const UNIT = '(day|week|month|year|yr|hour|hr|minute|min|night)s?\\b';
const units: Record<string, string> = { yr: 'year', hr: 'hour', min: 'minute' };
const weekdays = /\b(mon|tue|wed|thu|fri|sat|sun)(?:days?|s|sdays?|nesdays?|rs|rsdays?|urdays?)?\b/g;

const countingOne = new RegExp(`\\bone(?=[ -]${UNIT})`, 'g');
/** Returns the number that these digits mean. "5,49" and "0549" are ambiguous, so they match only themselves. */
const numberOf = (digits: string) =>
  /^(?:\d|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/.test(digits)
    ? String(Number(digits.replaceAll(',', '')))
    : digits;

/** Claims about money and places that contain no digit. They match only the same phrase. */
const phrases: readonly (readonly [claim: string, pattern: RegExp])[] = [
  [
    'half price',
    /\bhalf(?: of)?(?: (?:the|its|our|your))?[ -](?:price|cost|fee|rate)|\bhalf(?:-| )off\b|\bprice is halved\b/,
  ],
  [
    'nothing to pay',
    /\bcosts? (?:you )?nothing\b|\bnothing to pay\b|\b(?:no|without(?: any)?|zero) (?:extra )?(?:charges?|costs?|fees?|payments?|paying)\b|\bfor nothing\b|\bon the house\b|\b(?:free of charge|gratis|complimentary)\b/,
  ],
  // In "18 places free", the word is not a price.
  [
    'free',
    /(?<!\b(?:places?|spots?|seats?|spaces?)(?: (?:are|is|still|left|now|and|to)){0,3} )\bfree\b(?! (?:places?|spots?|seats?|spaces?|to)\b)/,
  ],
  [
    'no places',
    /\b(?:no|not any|without|0)(?: (?:more|free|other|open|of \d+))* (?:places?|spots?|seats?|spaces?)\b|\bfully booked\b/,
  ],
  [
    'not',
    /\b(?:not|no|never|none|cannot|without|nobody|nothing|neither|nor)\b|n[’']t\b|\b(?:cant|dont|wont|isnt)\b/,
  ],
  ['fraction', /\b(?:an?|one|\d)[ -](?:third|fifth|tenth)s?\b/],
];

/**
 * Returns the text in lower case with one kind of dash. "twenty-one" becomes digits, and "one" only where it counts
 * something.
 */
function plain(original: string): string {
  const text = original
    .normalize('NFKC')
    // In "You may", the word is not a month. The month has a capital letter that does not start a sentence.
    .replace(/\bmay\b|(?<![a-z,0-9] )May\b/g, 'might')
    .toLowerCase()
    .replace(/[‐-―−]/g, '-');
  return toDigits(text.replace(countingOne, '1'), `(?:${MONTHS})${REST_OF_MONTH}`);
}

const onDays = (month: string, ...days: string[]): string[] => {
  const nth = MONTHS.split('|').indexOf(month) + 1;
  return [`m${nth}`, ...days.filter(Boolean).map((day) => `${Number(day)}/${nth}`)];
};
const timeOf = (hour: number, minutes = '00'): string[] => [
  `t${hour * 60 + Number(minutes || 0)}`,
  `h${hour % 12 || 12}:${minutes || '00'}`,
];

const counted = (number: string, unit: string): string[] => [
  `${numberOf(number)} ${units[unit] ?? unit}`,
  `n${numberOf(number)}`,
];

/** Returns the text without days and months. They are claims, so they do not count as the writer's own words. */
export const withoutCalendar = (text: string): string =>
  plain(text).replace(new RegExp(`${weekdays.source}|\\b${MONTH}`, 'g'), ' ');

/** The patterns are tried in this order. Each match is removed, so that no number counts twice. */
const kinds: readonly (readonly [pattern: string, claims: (...groups: string[]) => string[]])[] = [
  ['\\b(\\d{4})-(\\d{2})-(\\d{2})\\b', (year, of, day) => [`n${year}`, `${Number(day)}/${Number(of)}`]],
  [`(${NUMBER.replace('k', '')}) ?(?:k|mil|million|thousand|grand)\\b`, (number) => [`${numberOf(number)}k`]],
  // "S$88 a month" is a different price from S$88, and "S$50 off" is not a price.
  [
    `${MONEY} ?(?:an?|per|each|every|/) ?${UNIT}`,
    (sum, unit) => [`$${numberOf(sum)}`, `$${numberOf(sum)} per ${units[unit] ?? unit}`],
  ],
  [
    `${MONEY} (off|less|back|cheaper|more|extra|dearer|discount|rebate)\\b`,
    (sum, what) => [`$${numberOf(sum)}`, `$${numberOf(sum)} ${what}`],
  ],
  [MONEY, (sum) => [`$${numberOf(sum)}`]],
  [`(${NUMBER}) ?(?:dollars?|sgd|bucks)\\b`, (sum) => [`$${numberOf(sum)}`]],
  [`(${NUMBER}) ?(?:%|percent\\b|per cent\\b|pct\\b)`, (number) => [`${numberOf(number)}%`]],
  [
    '\\b(\\d{1,2})(?:[:.](\\d{2}))? ?([ap])\\.?m\\b\\.?',
    (hour, minutes, half) => timeOf((Number(hour) % 12) + (half === 'p' ? 12 : 0), minutes),
  ],
  ['\\b(0\\d|1[3-9]|2\\d):(\\d{2})\\b', (hour, minutes) => timeOf(Number(hour), minutes)],
  ['\\b(\\d{1,2}):(\\d{2})\\b', (hour, minutes) => [`h${Number(hour)}:${minutes}`]],
  ['\\bnoon\\b|\\bmidday\\b', () => timeOf(12)],
  ['\\bmidnight\\b', () => timeOf(0)],
  // This matches for example "at 8" and "half past 8".
  ['\\b(?:half|quarter) (?:past|to) (\\d{1,2})\\b', (hour) => [`past ${hour}`]],
  ["\\b(\\d{1,2}) ?o['’]?clock\\b", (hour) => [`h${Number(hour)}:00`]],
  [
    '\\bat (\\d{1,2})(?= *(?:[.,;!?]|$|and\\b|to\\b|in\\b|on\\b|until\\b|till\\b))',
    (hour) => [`h${Number(hour)}:00`],
  ],
  ['\\b(\\d{1,2})/(\\d{1,2})(?:/(?:20)?\\d{2})?\\b', (day, of) => [`${Number(day)}/${Number(of)}`]],
  [
    `\\b${DAY} ?(?:-|to|and|or|until) ?(?:the )?${DAY} (?:of )?${MONTH}`,
    (from, until, of) => onDays(of, from, until),
  ],
  [`\\b${DAY} (?:of )?${MONTH}`, (day, of) => onDays(of, day)],
  [`\\b${MONTH},?(?: the)? ${DAY}\\b(?! ?(?:places|spots))`, (of, day) => onDays(of, day)],
  [`\\b${MONTH}`, (of) => onDays(of)],
  [
    '\\bages? (\\d{1,2})(?: ?(?:-|to|and) ?(\\d{1,2}))?',
    (...ages) => ages.filter(Boolean).flatMap((age) => [`${age} year`, `n${age}`]),
  ],
  [
    `(${NUMBER}) ?(?:-|to|or) ?(${NUMBER}) ${UNIT}`,
    (from, until, unit) => [from, until].flatMap((one) => counted(one, unit)),
  ],
  // This matches for example "3 full days", "14-day" and "24 of 30 minutes".
  [
    `(${NUMBER})(?: of (${NUMBER}))?(?: (?!to\\b|or\\b|and\\b|of\\b)[a-z]+)?[ -]${UNIT}`,
    (number, of, unit) => [number, of].filter(Boolean).flatMap((one) => counted(one, unit)),
  ],
  [`(${NUMBER})`, (number) => [`n${numberOf(number)}`]],
];

/**
 * Returns the claims of a text. For example, `7/12` is a day of a month, and `t510` is a time in minutes of the day.
 * Every claim of an answer must be a claim of its sources.
 */
export function claimsOf(original: string): Set<string> {
  const claims = new Set<string>();
  let text = plain(original);
  for (const [, day = ''] of text.matchAll(weekdays)) claims.add(day);
  for (const [, amount = ''] of text.matchAll(amounts)) claims.add(amount);
  for (const [claim, pattern] of phrases) if (pattern.test(text)) claims.add(claim);
  // A reader sees "S$5 49" and "eight thirty" as one number.
  for (const [pair] of text.matchAll(/(?<![\d/])\d[\d,.]* (?=\d(?!\d{3}\b))(\d+)/g)) claims.add(pair);
  for (const [pattern, claimed] of kinds)
    text = text.replace(new RegExp(pattern, 'g'), (...match: unknown[]) => {
      const groups = match.slice(1, -2).map((group) => (typeof group === 'string' ? group : ''));
      for (const claim of claimed(...groups)) claims.add(claim);
      return ' ; ';
    });
  return claims;
}
