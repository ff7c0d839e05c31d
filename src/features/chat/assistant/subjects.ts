import type { Topic } from '#contract/assistant.ts';
import { factsOf, tierIds, type TierId } from '#contract/tiers.ts';

/** What a question can be about, from narrow subjects to wide ones. */
export type Subject =
  | TierId
  | 'camps'
  | 'tryout'
  | 'flexi'
  | 'term'
  | 'xterm'
  | 'passes'
  | 'classes'
  | 'birthday-skate'
  | 'birthday-camp'
  | 'birthday-trail'
  | 'birthdays'
  | 'holiday'
  | 'transport'
  | 'sibling'
  | 'all';

export interface Page {
  topic: Topic | null;
  subject: Subject | null;
}

interface Naming {
  subject: Subject;
  words: RegExp;
  /** Subjects that the same words also name, but that are not meant here. */
  not?: readonly Subject[];
}

const parties: readonly Subject[] = ['camps', 'birthdays', 'classes', 'tryout'];
const namings: readonly Naming[] = [
  {
    subject: 'sibling',
    words:
      /\b(siblings?|brothers?|sisters?|twins?)\b|\b(two|2|both|three|3) (boys|girls|kids|children|sons|daughters)\b(?=.*\b(rebate|discount|cheaper|off)\b)/,
  },
  { subject: 'transport', words: /\b(transport|transfers?|doortodoor|shuttle|bus|fetch)\b/ },
  { subject: 'birthday-skate', words: /\bskate (birthday )?part(y|ies|ys)\b/, not: parties },
  { subject: 'birthday-camp', words: /\bcamp(ing)? (birthday )?part(y|ies|ys)\b/, not: parties },
  { subject: 'birthday-trail', words: /\btrail (birthday )?part(y|ies|ys)\b/, not: parties },
  { subject: 'birthdays', words: /\b(birthdays?|bdays?|part(y|ies|ys))\b/, not: ['classes', 'camps'] },
  { subject: 'holiday', words: /\bholiday (package|pass|deal)s?\b/, not: ['camps', 'passes'] },
  ...tierIds.map(tierNaming),
  { subject: 'camps', words: /\b(camps?|campers?|holidays?)\b|\b(5|five) ?days?\b/, not: ['classes'] },
  {
    subject: 'tryout',
    words: /\b(tryouts?|trials?|tasters?|first (class|lesson|session))\b/,
    not: ['classes', 'passes'],
  },
  { subject: 'flexi', words: /\bflexi\b|\bmonthly( pass)?\b/, not: ['passes', 'classes'] },
  { subject: 'xterm', words: /\bxterm\b|\b(annual|yearly) pass\b/, not: ['term', 'passes', 'classes'] },
  { subject: 'term', words: /\bterm\b/, not: ['passes', 'classes'] },
  { subject: 'passes', words: /\b(pass|passes|memberships?|subscriptions?)\b/, not: ['classes'] },
  {
    subject: 'classes',
    words:
      /\b(class|classes|lessons?|sessions?|weekends?|weekdays?|(mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|weds?|thu(rs?)?|fri|sat|sun|skat(e|ing) (class|lesson)s?)\b/,
  },
];

function tierNaming(tier: TierId): Naming {
  const { otherNames } = factsOf(tier);
  const words = new RegExp(
    [tier, ...(otherNames ? [otherNames] : [])].map((name) => `\\b${name}\\b`).join('|'),
  );
  return { subject: tier, words, not: ['camps', 'classes'] };
}

/** Returns all subjects of a question. A wide subject is left out if a narrow one is named. */
export function findSubjects(words: string): { subjects: Subject[]; used: string[] } {
  const subjects: Subject[] = [];
  const not = new Set<Subject>();
  const usedWords: string[] = [];
  for (const rule of namings) {
    const match = rule.words.exec(words);
    if (!match) continue;
    usedWords.push(
      ...(words.match(new RegExp(rule.words, 'g')) ?? []).flatMap((phrase) => phrase.split(' ')),
    );
    if (not.has(rule.subject)) continue;
    subjects.push(rule.subject);
    for (const subject of rule.not ?? []) not.add(subject);
  }
  return { subjects: subjects.filter((subject) => !not.has(subject)), used: usedWords };
}
