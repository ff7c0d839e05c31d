import { formatDate, formatSessions } from '#contract/format.ts';
import { childPath, managePath, paths } from '#config/paths.ts';
import { formatMoney } from '#domain/money.ts';
import type { Task } from './model.ts';
import { consentNouns } from '#ui/family/messages.ts';

export function taskMessage(task: Task, nameOf: (childId: string) => string) {
  switch (task.kind) {
    case 'proposals_waiting':
      if (task.taken_over)
        return {
          title: 'Is this right?',
          text: 'Your bookings contain details about your children and who may collect them. Please check them once.',
          action: 'Check details',
          href: `${paths.familyParents}#proposals`,
        };
      return {
        title:
          task.proposals === 1
            ? 'One question is waiting for you.'
            : `${task.proposals} questions are waiting for you.`,
        text: 'A booking contains new details. We will use them once you say yes.',
        action: 'Answer now',
        href: `${paths.familyParents}#proposals`,
      };
    case 'instalment_due':
      return {
        title: `${formatMoney(task.cents)} ${task.is_late ? 'was due on' : 'to pay by'} ${formatDate(task.due_on)}.`,
        text: `This is the next payment for ${task.title} (${task.children.join(', ')}).`,
        action: 'Pay now',
        href: managePath(task.order_id),
      };
    case 'renewal_unpaid':
      return {
        title: `${nameOf(task.child_id)}’s ${task.title} was not renewed.`,
        text: 'We could not charge your card and will try again. Please check your card details.',
        action: 'Check card',
        href: paths.familyPasses,
      };
    case 'pass_expiring':
      return {
        title: `${formatSessions(task.credits)} left on ${nameOf(task.child_id)}’s ${task.title}.`,
        text: `You can use them until ${formatDate(task.valid_until)}.`,
        action: 'Book now',
        href: `${paths.familyBook}?child=${task.child_id}`,
      };
    case 'child_details_missing':
      return {
        title: `Tell us about ${nameOf(task.child_id)}’s health.`,
        text: 'Allergies, asthma or nothing at all: our coaches need to know before the first session.',
        action: 'Tell us now',
        href: `${childPath(task.child_id)}#health`,
      };
    case 'consent_missing':
      return {
        title: `${nameOf(task.child_id)} needs your consent.`,
        text: `We do not have your consent to ${consentNouns[task.purpose]} yet. It takes one tap.`,
        action: 'Read and agree',
        href: `${childPath(task.child_id)}#consents`,
      };
    case 'emergency_contact_missing':
      return {
        title: 'Who should we call?',
        text: 'Add somebody we can call if we can’t reach you. It takes a minute.',
        action: 'Add contact',
        href: `${paths.familyParents}#people`,
      };
    case 'doctor_phone_missing':
      return {
        title: `One thing left for ${nameOf(task.child_id)}.`,
        text: 'Add a doctor’s phone number: a hospital asks for it first. It takes a minute.',
        action: 'Add number',
        href: `${childPath(task.child_id)}#doctor`,
      };
    case 'photo_unsaid':
      return {
        title: `Photos of ${nameOf(task.child_id)}: yes or no?`,
        text: 'We publish no photos until you say yes.',
        action: 'Decide',
        href: `${childPath(task.child_id)}#consents`,
      };
  }
}
export const taskLabels = {
  later: 'Later',
  of: (at: number, all: number) => `${at} of ${all}`,
} as const;
