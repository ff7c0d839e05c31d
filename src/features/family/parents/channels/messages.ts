import type { MessageChannel, PhoneChannel } from '#contract/message-channels.ts';
import { formatPhone } from '#contract/phone-format.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, today } from '#domain/dates.ts';
import { collectionMessages } from '../collection/messages.ts';

export const channelMessages = {
  title: 'Messages on your phone',
  lead: 'We e-mail you about every booking. If you allow it, we also message you on your phone, for example when we cancel or move a class on the day. These messages name your child and the class or camp, and say where and on which day it is. We send them through Meta (WhatsApp) or Twilio (SMS). Anyone who sees your phone may read them. We never send health details, news or offers this way.',
  loading: 'Loading your choice of messages',
  failed: collectionMessages.failed,
  offline: collectionMessages.offline,
  saved: 'Saved.',
  noNumber: 'We do not have a number for this yet. Add one under “Your details” first.',
} as const;

export const channelRefusals: OwnMessages = {
  changed_meanwhile: 'Your number has changed, so nothing was saved. Please check it below and choose again.',
};

const labels: Record<PhoneChannel, string> = {
  whatsapp: 'WhatsApp messages about my bookings',
  sms: 'Text messages (SMS) about my bookings',
};
export const channelLabel = ({ channel }: MessageChannel): string => labels[channel];

export function channelNote({ allowed, at, source, phone }: MessageChannel): string {
  const number = phone === null ? channelMessages.noNumber : `To ${formatPhone(phone)}.`;
  if (allowed === null || at === null)
    return `${number} You have not decided about this number yet, so we only e-mail you.`;
  const answeredThrough = {
    account: '',
    phone: ' (you told us on the phone)',
    provider: ' (you replied to a message)',
  };
  const text = `${allowed ? 'Allowed' : 'Not allowed'} since ${formatDate(today(new Date(at)))}${answeredThrough[source ?? 'account']}.`;
  return `${number} ${text}`;
}
