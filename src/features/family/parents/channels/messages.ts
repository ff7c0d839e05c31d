import type { MessageChannel, PhoneChannel } from '#contract/message-channels.ts';
import { formatDate, today } from '#domain/dates.ts';
import { collectionMessages } from '../collection/messages.ts';

export const channelMessages = {
  title: 'Messages on your phone',
  lead: 'We e-mail you about every booking. If you allow it, we also message you on your phone, for example when we cancel or move a class on the day. We never send news or offers this way.',
  loading: 'Loading your choice of messages',
  failed: collectionMessages.failed,
  offline: collectionMessages.offline,
  saved: 'Saved.',
  noNumber: 'We have no number for this yet. Please add one under “Your details”.',
} as const;

const labels: Record<PhoneChannel, string> = {
  whatsapp: 'Messages about my bookings by WhatsApp',
  sms: 'Messages about my bookings by text message (SMS)',
};
export const channelLabel = ({ channel }: MessageChannel): string => labels[channel];

/** When and how the answer was given. */
export function channelNote({ allowed, at, source, has_number }: MessageChannel): string {
  if (allowed === null || at === null) return 'You have not decided yet, so we only e-mail you.';
  const how = { account: '', phone: ' (you told us on the phone)', provider: ' (you replied to a message)' };
  const text = `${allowed ? 'Allowed' : 'Not allowed'} since ${formatDate(today(new Date(at)))}${how[source ?? 'account']}.`;
  return allowed && !has_number ? `${text} ${channelMessages.noNumber}` : text;
}
