import { topicOfTier, type Topic } from '#contract/assistant.ts';
import { bookingPath, campAnchors, paths } from '#config/paths.ts';
import { stepMessages } from './facts/messages.ts';
import { isTierSubject, type Page, type Subject, subjectOfTier, tierOfSubject } from './subjects.ts';

export interface NextStep {
  label: string;
  page?: string;
  href: string;
}

const nextSteps: Record<Topic, NextStep> = {
  camps: { label: stepMessages.chooseCamp, href: `${paths.camps}#${campAnchors.packages}` },
  epic: { label: stepMessages.seeEpic, page: stepMessages.epic, href: paths.campsEpic },
  classes: { label: stepMessages.bookClass, href: bookingPath },
  passes: { label: stepMessages.seePasses, href: paths.passes },
  'try-out': { label: stepMessages.bookTryOut, href: paths.tryOutForKids },
  birthdays: { label: stepMessages.askForDate, href: `${paths.birthdays}#enquiry` },
  booking: { label: stepMessages.bookClass, href: bookingPath },
  us: { label: stepMessages.bookTryOut, href: paths.tryOutForKids },
};
export const nextStepFor = (topic: Topic | null): NextStep => nextSteps[topic ?? 'us'];

const subjects: Partial<Record<Subject, Topic>> = {
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
export function topicOf(subject: Subject | undefined): Topic | null {
  if (subject === undefined) return null;
  return isTierSubject(subject) ? topicOfTier(tierOfSubject(subject)) : (subjects[subject] ?? null);
}

export function describePage(path: string): Page {
  const about = (topic: Topic, subject: Subject): Page => ({ topic, subject });
  if (path === paths.campsEpic) return about('epic', subjectOfTier('epic'));
  if (path.startsWith(paths.camps) || path === paths.campsAlias) return about('camps', 'camps');
  if (path === paths.tryOut || path === paths.tryOutForKids) return about('try-out', 'tryout');
  if (path === paths.passes || path === paths.teamPasses) return about('passes', 'passes');
  if (path === paths.birthdays) return about('birthdays', 'birthdays');
  return { topic: null, subject: null };
}
