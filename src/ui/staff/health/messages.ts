import type { HealthAnswer } from '#domain/health.ts';
import { paths } from '#config/paths.ts';
import { formatDate, today } from '#domain/dates.ts';
import type { EmergencyNote, HealthMark, MarkKind } from './marks.ts';
import { chatMessages } from '../chat-messages.ts';

const kinds: Record<MarkKind, string> = {
  allergy: 'Allergy',
  medicine: 'Medicine',
  condition: 'Condition',
  help: 'Needs help with',
  unknown: 'Health: no information yet',
};

export const unconfirmedHealth = '(from a guest booking, not confirmed)';

export const healthMarkMessages = {
  short: ({ kind, isUnconfirmed }: HealthMark): string =>
    kind === 'help' ? 'Needs help' : `${kinds[kind]}${isUnconfirmed ? ' (not confirmed)' : ''}`,
  full: ({ kind, text, isUnconfirmed }: HealthMark): string =>
    `${kinds[kind]}${text === null ? '' : `: ${text}`}${isUnconfirmed ? ` ${unconfirmedHealth}` : ''}`,
  emergency: ({ text, isUnconfirmed }: EmergencyNote): string =>
    `In an emergency: ${text}${isUnconfirmed ? ` ${unconfirmedHealth}` : ''}`,
  answer: ({ state, at, by }: HealthAnswer): string => {
    if (state === 'unknown') return 'We have no information about this child’s health yet.';
    const when = at === null ? '' : `, ${formatDate(today(new Date(at)))}`;
    const who = by === null ? '' : ` by ${by}`;
    return state === 'nothing' ? `Nothing to report: answered${who}${when}.` : `Answered${who}${when}.`;
  },
} as const;

/** Returns the page where parents can request a link to their booking. */
const pageAddress = () => `${globalThis.location.origin}${paths.manageBooking}`;

interface AskedPlace {
  title: string;
  location: string;
  day: string;
}
/** What a question is about. It is about a child at a place, or, on the family's page, about what is missing. */
export type AskedAbout = { name: string } & (AskedPlace | { missing: string });

const subjectOf = (about: AskedAbout): string =>
  'missing' in about ? about.missing : `${about.title}, ${about.location}, ${formatDate(about.day)}`;

export const askMessages = {
  group: (about: AskedAbout) =>
    'missing' in about
      ? `Ask about ${about.name}: ${about.missing}`
      : `Ask about ${about.name}’s health, ${subjectOf(about)}`,
  whatsapp: (parent: string) => `WhatsApp ${parent}`,
  whatsappOf: (parent: string, name: string) => `WhatsApp ${parent}: ask about ${name}`,
  mail: 'Ask by e-mail',
  mailOf: (about: AskedAbout) => `Ask by e-mail about ${about.name}, ${subjectOf(about)}`,
  call: (person: string) => `Call ${person}`,
  outcome: {
    sent: 'E-mail sent to the parents.',
    sent_before: 'The parents have already had this e-mail today.',
    no_link:
      'No e-mail was sent: this family has no account and no booking of its own, so there is no link for an answer. Please call.',
    failed: 'The e-mail was not sent. Call, or use WhatsApp.',
  },
  /** The text contains no secret, because the page e-mails the link to the parent's own address. */
  chat: (parent: string, about: AskedAbout) =>
    `${chatMessages.hello(parent)} ${
      'missing' in about
        ? chatMessages.details.missing(about.name, about.missing, pageAddress())
        : chatMessages.details.expected(
            about.name,
            `${about.title}, ${about.location}, on ${formatDate(about.day)}`,
            pageAddress(),
          )
    }`,
} as const;
