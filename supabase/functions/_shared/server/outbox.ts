import * as v from 'valibot';
import { renderMail } from './mails/render.ts';
import type { Db } from './db.ts';
import type { Mailer } from './mail.ts';

const BATCH = 10;
/** A runaway is stopped; the next chore goes on. */
const MAX_BATCHES = 20;

const Message = v.object({
  id: v.string(),
  key: v.string(),
  template: v.string(),
  recipient: v.string(),
  payload: v.unknown(),
});
type Message = v.InferOutput<typeof Message>;

interface Needs {
  db: Db;
  mail: Mailer;
  env: { SITE_URL: string };
}

/**
 * Sends what waits, oldest first. A message is leased while it is sent, and its key is Resend's idempotency
 * key: two drains at once, or a crash between sending and noting, still deliver it once. One that fails is
 * noted with its error, comes again later and does not stop the others.
 */
export async function drainOutbox(deps: Needs): Promise<{ sent: number; failed: number }> {
  const count = { sent: 0, failed: 0 };
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const claimed = v.parse(v.array(Message), (await deps.db.rpc('claim_outbox', { p_limit: BATCH })) ?? []);
    for (const message of claimed) count[(await deliver(message, deps)) ? 'sent' : 'failed'] += 1;
    if (claimed.length < BATCH) break;
  }
  return count;
}

async function deliver(message: Message, { db, mail, env }: Needs): Promise<boolean> {
  let failure: string | null = null;
  try {
    const content = await renderMail(message.template, message.payload, env.SITE_URL);
    await mail.send({ key: message.key, to: message.recipient, ...content });
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    console.error(`mail ${message.template}: ${failure}`);
  }
  await db.rpc('finish_outbox', { p_id: message.id, p_error: failure });
  return failure === null;
}
