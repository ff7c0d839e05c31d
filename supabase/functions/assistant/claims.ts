/** Numbers, prices, dates and times of a text, so that those of an answer can be looked for in what it was written from. Pure. */

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const MONTH = `(${MONTHS})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\\b`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const NUMBER = '\\d[\\d,]*(?:\\.\\d+)?';
const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const figures = new Map([
  ...ONES.map((word, index) => [word, index + 1] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
/** Amounts that are looked for as they are said. */
const amounts = /\b(hundred|thousand|million|dozen|half|double|twice|triple|quarter|thrice|couple)s?\b/g;
const UNIT = '(day|week|month|year|yr|hour|hr|minute|min|night)s?\\b';
const units: Record<string, string> = { yr: 'year', hr: 'hour', min: 'minute' };
const weekdays = /\b(mon|tue|wed|thu|fri|sat|sun)(?:days?|s|sdays?|nesdays?|rs|rsdays?|urdays?)?\b/g;

const compound = new RegExp(`\\b(${TENS.join('|')})[ -](${ONES.slice(0, 9).join('|')})\\b`, 'g');
const countingOne = new RegExp(`\\bone(?=[ -]${UNIT})`, 'g');
const numberOf = (digits: string) => String(Number(digits.replaceAll(',', '')));
const figureOf = (word: string) => (word === 'one' ? word : String(figures.get(word) ?? word));

/** In small letters and one kind of dash; "twenty-one" as figures, "one" only where it counts something. */
function plain(said: string): string {
  const text = said
    .normalize('NFKC')
    // "You may": a month is written large, and not because a sentence begins.
    .replace(/\bmay\b|(?<![a-z,0-9] )May\b/g, 'might')
    .toLowerCase()
    .replace(/[‐-―−]/g, '-')
    .replace(compound, (_, ten: string, one: string) =>
      String((figures.get(ten) ?? 0) + (figures.get(one) ?? 0)),
    );
  return text.replace(countingOne, '1').replace(/\b[a-z]+\b/g, figureOf);
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

/** Days, months and numbers in words are claims, and no words of the writer's own. */
export const withoutCalendar = (text: string): string =>
  plain(text).replace(new RegExp(`${weekdays.source}|\\b${MONTH}`, 'g'), ' ');

/** What is looked for, in this order; what was found is taken out, so that no number counts twice. */
const kinds: readonly (readonly [pattern: string, claims: (...groups: string[]) => string[]])[] = [
  ['\\b(\\d{4})-(\\d{2})-(\\d{2})\\b', (year, of, day) => [`n${year}`, `${Number(day)}/${Number(of)}`]],
  [`(?:s?\\$|\\bsgd) ?(${NUMBER})`, (sum) => [`$${numberOf(sum)}`]],
  [`(${NUMBER}) ?(?:dollars?|sgd|bucks)\\b`, (sum) => [`$${numberOf(sum)}`]],
  [`(${NUMBER}) ?(?:%|percent\\b|per cent\\b)`, (number) => [`${numberOf(number)}%`]],
  [
    '\\b(\\d{1,2})(?:[:.](\\d{2}))? ?([ap])\\.?m\\b\\.?',
    (hour, minutes, half) => timeOf((Number(hour) % 12) + (half === 'p' ? 12 : 0), minutes),
  ],
  ['\\b(0\\d|1[3-9]|2\\d):(\\d{2})\\b', (hour, minutes) => timeOf(Number(hour), minutes)],
  ['\\b(\\d{1,2}):(\\d{2})\\b', (hour, minutes) => [`h${Number(hour)}:${minutes}`]],
  [`\\b${DAY} ?(?:-|to|and|or|until) ?${DAY} (?:of )?${MONTH}`, (from, until, of) => onDays(of, from, until)],
  [`\\b${DAY} (?:of )?${MONTH}`, (day, of) => onDays(of, day)],
  [`\\b${MONTH} ${DAY}\\b(?! ?(?:places|spots))`, (of, day) => onDays(of, day)],
  [`\\b${MONTH}`, (of) => onDays(of)],
  [
    '\\bages? (\\d{1,2})(?: ?(?:-|to|and) ?(\\d{1,2}))?',
    (...ages) => ages.filter(Boolean).flatMap((age) => [`${age} year`, `n${age}`]),
  ],
  [
    `(${NUMBER}) ?(?:-|to|or) ?(${NUMBER}) ${UNIT}`,
    (from, until, unit) => [from, until].flatMap((one) => counted(one, unit)),
  ],
  // "3 full days", "14-day", "24 of 30 minutes".
  [
    `(${NUMBER})(?: of (${NUMBER}))?(?: (?!to\\b|or\\b|and\\b|of\\b)[a-z]+)?[ -]${UNIT}`,
    (number, of, unit) => [number, of].filter(Boolean).flatMap((one) => counted(one, unit)),
  ],
  [`(${NUMBER})`, (number) => [`n${numberOf(number)}`]],
];

/**
 * `$549`, `50%`, `7/12` (a day of a month), `m12`, `mon`, `t510` (minutes of the day) with `h8:30`, `14 day`, `n18`. An
 * answer may say what it was given, with all that this says of it; so each claim of an answer is a claim of its sources.
 */
export function claimsOf(said: string): Set<string> {
  const claims = new Set<string>();
  let text = plain(said);
  for (const [, day = ''] of text.matchAll(weekdays)) claims.add(day);
  for (const [, amount = ''] of text.matchAll(amounts)) claims.add(amount);
  for (const [pattern, claimed] of kinds)
    text = text.replace(new RegExp(pattern, 'g'), (...match: unknown[]) => {
      const groups = match.slice(1, -2).map((group) => (typeof group === 'string' ? group : ''));
      for (const claim of claimed(...groups)) claims.add(claim);
      return ' ; ';
    });
  return claims;
}
