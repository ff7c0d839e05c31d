import * as v from 'valibot';
import { type PhoneChannel, phoneChannels } from '../../contract/message-channels.ts';
import type { Db } from '../db.ts';
import { logFault } from '../log.ts';
import { withWording } from '../mails/say.ts';
import { readWordings } from '../mails/wordings.ts';
import type { PhoneSenders } from './sender.ts';
import { PhonePayload, phoneText } from './text.ts';

/** The limit exists because other chores of the same call wait for this one. */
const LONGEST_MS = 15_000;

const Message = v.object({
  id: v.string(),
  channel: v.picklist(phoneChannels),
  phone: v.string(),
  payload: v.unknown(),
});
type Message = v.InferOutput<typeof Message>;

interface Needs {
  db: Db;
  phones: PhoneSenders;
}

/**
 * Sends waiting messages. They are claimed one by one, so that if this function fails, only one message can have been
 * sent without a record.
 */
export async function sendPhoneMessages({ db, phones }: Needs): Promise<{ sent: number; failed: number }> {
  const count = { sent: 0, failed: 0 };
  const p_channels = phoneChannels.filter((channel) => phones[channel] !== null);
  const paused = new Set<PhoneChannel>();
  const began = performance.now();
  for (;;) {
    const claimed = v.parse(
      v.array(Message),
      await db.rpc('claim_phone_messages', { p_channels: [...p_channels], p_limit: 1 }),
    );
    const [message] = claimed;
    if (message === undefined) return count;
    try {
      await sendOne(message, { db, phones }, paused, count);
    } catch (error) {
      // We do not know what became of this message, so it waits for the provider's report, and the others are sent.
      count.failed += 1;
      logFault(`phone ${message.channel}`, error);
    }
    if (performance.now() - began > LONGEST_MS) return count;
  }
}

async function sendOne(
  message: Message,
  { db, phones }: Needs,
  paused: Set<PhoneChannel>,
  count: { sent: number; failed: number },
): Promise<void> {
  const { id: p_id, channel } = message;
  const finish = (p_failure: object | null, p_provider_id: string | null, p_wait_seconds?: number) =>
    db.rpc('finish_phone_message', {
      p_id,
      p_provider_id,
      p_failure,
      ...(p_wait_seconds !== undefined && { p_wait_seconds }),
    });
  const payload = v.safeParse(PhonePayload, message.payload);
  const sender = phones[channel];
  if (!payload.success || sender === null) {
    logFault(`phone ${channel}`, new Error('The message is not of a known shape'));
    count.failed += 1;
    await finish({ reason: 'other', retry: false, error: 'The message could not be written' }, null);
    return;
  }
  if (paused.has(channel)) {
    await finish({ error: 'paused' }, null, 30);
    return;
  }
  const wordingOf = await readWordings([message], db);
  const result = await withWording(wordingOf(message), 'en', () =>
    sender.send({ id: p_id, to: message.phone, text: phoneText(payload.output) }),
  );
  if (result.state === 'sent') {
    count.sent += 1;
    await finish(null, result.providerId);
    return;
  }
  if (result.state === 'paused') {
    paused.add(channel);
    await finish({ error: result.error }, null, result.seconds);
    return;
  }
  count.failed += 1;
  logFault(`phone ${channel}`, new Error(result.error));
  // If there is no answer, the row waits for a report, and fails when its lease ends.
  if (result.state === 'failed')
    await finish({ reason: result.reason, retry: result.retry, error: result.error }, null);
}
