import type { Sending } from '#contract/family-chats.ts';
import type { FailureReason, MessageChannel, PhoneChannel } from '#contract/message-channels.ts';
import { formatMoment } from './dates.ts';

export const channelNames: Record<Sending['channel'], string> = {
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  sms: 'Text message',
};

const failures: Record<FailureReason | 'bounced', string> = {
  bounced: 'The e-mail bounced.',
  no_account: 'This number is not on WhatsApp, or does not accept messages from us.',
  invalid_number: 'This number does not exist, or can’t receive text messages.',
  unreachable: 'The phone was off or had no network.',
  stopped: 'The parent has asked the provider to stop our messages.',
  blocked: 'The network or the provider blocked the message.',
  not_set_up:
    'The provider refused our account, sender or template. Please tell the person who looks after the system.',
  no_answer: 'The provider did not answer, so we don’t know whether it was sent.',
  too_late: 'The message could not be sent in time.',
  other: 'The provider refused the message.',
};
const notReported = 'Sent, but not delivered yet.';
export const failureText = (reason: FailureReason | 'bounced' | null): string =>
  reason === null ? notReported : failures[reason];

export function sendingText({ channel, state, at, reason }: Sending): string {
  const when = at === null ? '' : ` ${formatMoment(at)}`;
  const name = channelNames[channel];
  if (state === 'waiting') return `${name}: waiting to be sent`;
  if (state === 'failed')
    return reason === null ? `${name}: failed` : `${name}: failed. ${failureText(reason)}`;
  if (state === 'not_reached') return `${name}: not reached, please call`;
  return `${name}: ${state}${when}`;
}

export function permissionText({ allowed, at, source, recorded_by }: MessageChannel): string {
  if (allowed === null || at === null) return 'Not asked yet';
  const how = {
    account: 'in Family Base',
    phone: `by phone${recorded_by === null ? '' : `, recorded by ${recorded_by}`}`,
    provider: 'by a reply to a message',
  };
  return `${allowed ? 'Allowed' : 'Not allowed'} ${formatMoment(at)}, ${how[source ?? 'account']}`;
}

export const permissionMessages = {
  title: 'WhatsApp and text messages',
  lead: 'We send WhatsApp and text messages about bookings only. If a parent tells you on the phone whether they allow it, record that here. Their answer applies to the number shown, until that number changes. The family gets an e-mail about it.',
  recorded: 'Saved. The family gets an e-mail about it.',
  allow: 'Record as allowed',
  refuse: 'Record as not allowed',
  allowOf: (channel: PhoneChannel, name: string) => `Record as allowed: ${channelNames[channel]}, ${name}`,
  refuseOf: (channel: PhoneChannel, name: string) =>
    `Record as not allowed: ${channelNames[channel]}, ${name}`,
  noNumber: 'No number',
  endsIn: (digits: string) => `number ending in ${digits}`,
} as const;
