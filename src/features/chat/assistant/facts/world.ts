import type { OfferNow, KnownLocation } from '#contract/assistant.ts';
import type { SessionAvailability } from '#contract/availability.ts';
import type { CampDate } from '#domain/camp.ts';
import type { Ask, Fact } from '../recognise.ts';
import { isTierSubject, tierOfSubject, type Subject } from '../subjects.ts';

export interface World {
  offers: readonly OfferNow[];
  camps: readonly CampDate[];
  sessions: readonly SessionAvailability[];
  places: readonly KnownLocation[];
}

export interface Statement {
  lines: string[];
  href: string;
  where: string;
}

/** Returns the live data that must be loaded before the fact can be stated. */
export function liveDataFor({ ask, subject }: Fact): (keyof Omit<World, 'places'>)[] {
  if (isCamp(subject)) return ask === 'age' || ask === 'refund' ? ['offers'] : ['offers', 'camps'];
  const dataByAsk: Partial<Record<Ask, (keyof Omit<World, 'places'>)[]>> = {
    free: ['sessions'],
    place: ['sessions'],
    hours: subject === 'classes' ? ['sessions'] : ['offers'],
  };
  return dataByAsk[ask] ?? (subject === 'all' && ask === 'cost' ? ['offers', 'camps'] : ['offers']);
}

export const isCamp = (subject: Subject): boolean => subject === 'camps' || isTierSubject(subject);

/** Returns whether the subject means camps of this tier. */
export const meansTier = (subject: Subject, tier: string | null | undefined): boolean =>
  subject === 'camps' || (tier != null && isTierSubject(subject) && tierOfSubject(subject) === tier);
export const isParty = (subject: Subject): boolean => subject.startsWith('birthday');

const passes: Partial<Record<Subject, string>> = {
  tryout: 'try-out',
  flexi: 'flexi-pass',
  term: 'term-pass',
  xterm: 'x-term-pass',
};

export function findOffers(subject: Subject, { offers }: Pick<World, 'offers'>): OfferNow[] {
  const matchesSubject = ({ id, kind, details }: OfferNow): boolean => {
    if (isCamp(subject)) return kind === 'camp_tier' && meansTier(subject, details.tier);
    if (subject === 'birthdays') return kind === 'birthday_package';
    if (isParty(subject)) return id === subject;
    if (subject === 'holiday') return kind === 'holiday_package';
    if (subject === 'passes') return kind === 'pass' || kind === 'team_pass';
    if (subject === 'transport' || subject === 'sibling') return kind === 'camp_tier';
    return kind === 'pass' && details.checkout_type === passes[subject];
  };
  return offers.filter(matchesSubject);
}

export const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names).replace(/, and /, ' and ');
