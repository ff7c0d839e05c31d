import { topicOfTier, type Topic } from '#contract/assistant.ts';
import { tierIds } from '#contract/tiers.ts';
import { bookingPath, campAnchors, paths } from '#config/paths.ts';
import type { Page, Subject } from './subjects.ts';

export interface NextStep {
  label: string;
  page?: string;
  href: string;
}

const nextSteps: Record<Topic, NextStep> = {
  camps: { label: 'Choose a camp', href: `${paths.camps}#${campAnchors.packages}` },
  epic: { label: 'See EPIC Camp', page: 'EPIC Camp', href: paths.campsEpic },
  classes: { label: 'Book a class', href: bookingPath },
  passes: { label: 'See the passes', href: paths.passes },
  'try-out': { label: 'Book the Try-Out', href: paths.tryOutForKids },
  birthdays: { label: 'Ask for a date', href: `${paths.birthdays}#enquiry` },
  booking: { label: 'Book a class', href: bookingPath },
  us: { label: 'Book the Try-Out', href: paths.tryOutForKids },
};
export const nextStepFor = (topic: Topic | null): NextStep => nextSteps[topic ?? 'us'];

const subjects: Partial<Record<Subject, Topic>> = {
  ...Object.fromEntries(tierIds.map((tier) => [tier, topicOfTier(tier)])),
  camps: 'camps',
  transport: 'camps',
  sibling: 'camps',
  tryout: 'try-out',
  flexi: 'passes',
  term: 'passes',
  xterm: 'passes',
  passes: 'passes',
  holiday: 'passes',
  classes: 'classes',
  birthdays: 'birthdays',
  'birthday-skate': 'birthdays',
  'birthday-camp': 'birthdays',
  'birthday-trail': 'birthdays',
};
export const topicOf = (subject: Subject | undefined): Topic | null => (subject && subjects[subject]) ?? null;

export function describePage(path: string): Page {
  const about = (topic: Topic, subject: Subject): Page => ({ topic, subject });
  if (path === paths.campsEpic) return about('epic', 'epic');
  if (path.startsWith(paths.camps) || path === paths.campsAlias) return about('camps', 'camps');
  if (path === paths.tryOut || path === paths.tryOutForKids) return about('try-out', 'tryout');
  if (path === paths.passes || path === paths.teamPasses) return about('passes', 'passes');
  if (path === paths.birthdays) return about('birthdays', 'birthdays');
  return { topic: null, subject: null };
}
