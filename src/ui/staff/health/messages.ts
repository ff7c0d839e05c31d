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

const unconfirmed = ' (from a guest booking, not confirmed)';

export const healthMarkMessages = {
  short: ({ kind, isUnconfirmed }: HealthMark): string =>
    kind === 'help' ? 'Needs help' : `${kinds[kind]}${isUnconfirmed ? ' (not confirmed)' : ''}`,
  full: ({ kind, text, isUnconfirmed }: HealthMark): string =>
    `${kinds[kind]}${text === null ? '' : `: ${text}`}${isUnconfirmed ? unconfirmed : ''}`,
  emergency: ({ text, isUnconfirmed }: EmergencyNote): string =>
    `In an emergency: ${text}${isUnconfirmed ? unconfirmed : ''}`,
  answer: ({ state, at, by }: HealthAnswer): string => {
    if (state === 'unknown') return 'We have no information about this child’s health yet.';
    const when = at === null ? '' : `, ${formatDate(today(new Date(at)))}`;
    const who = by === null ? '' : ` by ${by}`;
    return state === 'nothing' ? `Nothing to report: answered${who}${when}.` : `Answered${who}${when}.`;
  },
} as const;

/** The page where parents can request a link to their booking. */
const pageAddress = () => `${globalThis.location.origin}${paths.manageBooking}`;

export interface AskedAbout {
  name: string;
  title: string;
  location: string;
  day: string;
}

const whereOf = ({ title, location, day }: Omit<AskedAbout, 'name'>): string =>
  `${title}, ${location}, ${formatDate(day)}`;

export const askMessages = {
  group: ({ name, ...place }: AskedAbout) => `Ask about ${name}’s health, ${whereOf(place)}`,
  whatsapp: (parent: string) => `WhatsApp ${parent}`,
  whatsappOf: (parent: string, name: string) => `WhatsApp ${parent}: ask about ${name}`,
  mail: 'Ask by e-mail',
  mailOf: ({ name, ...place }: AskedAbout) => `Ask by e-mail about ${name}, ${whereOf(place)}`,
  outcome: {
    sent: 'E-mail sent to the parents.',
    sent_before: 'The parents have already had this e-mail today.',
    failed: 'The e-mail was not sent. Call, or use WhatsApp.',
  },
  /** The text contains no secret: the page e-mails the link to the parent's own address. */
  chat: (parent: string, { name, title, location, day }: AskedAbout) =>
    `${chatMessages.hello(parent)} ${chatMessages.details.expected(name, `${title}, ${location}, on ${formatDate(day)}`, pageAddress())}`,
} as const;
