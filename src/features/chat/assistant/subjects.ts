import type { KnownTier, Topic } from '#contract/assistant.ts';
import { toPattern } from './tier-names.ts';

/** A tier of camps as a subject, such as “tier:spark”. */
export type TierSubject = `tier:${string}`;

/** What a question can be about, from narrow subjects to wide ones. */
export type Subject =
  | TierSubject
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
const narrow: readonly Naming[] = [
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
];
const wide: readonly Naming[] = [
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

export const subjectOfTier = (tier: string): TierSubject => `tier:${tier}`;
export const isTierSubject = (subject: Subject): subject is TierSubject => subject.startsWith('tier:');
export const tierOfSubject = (subject: TierSubject): string => subject.slice('tier:'.length);

const tierNaming = (tier: KnownTier, tiers: readonly KnownTier[]): Naming => ({
  subject: subjectOfTier(tier.id),
  words: toPattern(tier, tiers),
  not: ['camps', 'classes'],
});

/** Returns all subjects of a question. A wide subject is left out if a narrow one is named. */
export function findSubjects(
  words: string,
  tiers: readonly KnownTier[],
): { subjects: Subject[]; used: string[] } {
  const subjects: Subject[] = [];
  const not = new Set<Subject>();
  const usedWords: string[] = [];
  const namings = [...narrow, ...tiers.map((tier) => tierNaming(tier, tiers)), ...wide];
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
