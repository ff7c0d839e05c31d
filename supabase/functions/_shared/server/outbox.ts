import * as v from 'valibot';
import { renderMail } from './mails/render.ts';
import type { Wording } from './mails/say.ts';
import { readWordings } from './mails/wordings.ts';
import type { Db } from './db.ts';
import { logFault } from './log.ts';
import { type Mailer, TooManyMails } from './mail.ts';

/**
 * The number of mails that are claimed together. Sending them takes five seconds at the configured pace. If a sender
 * crashes, its mails are delayed for that long.
 */
const BATCH = 10;
/** The chore stops after this time, because it runs every minute and other chores wait for it. */
const LONGEST_MS = 40_000;
/**
 * The most mails that one call sends, because a hosted function has two seconds of processor time. Measured: 40 mails
 * take 0.4 s, and 0.6 s in a new process.
 */
const MAX_MAILS = 40;

const Message = v.object({
  id: v.string(),
  key: v.string(),
  template: v.string(),
  recipient: v.string(),
  payload: v.unknown(),
  /**
   * The milliseconds from the answer until it is this mail's turn. In this way all senders together
   * stay within the mail service's limit.
   */
  wait_ms: v.number(),
});
type Message = v.InferOutput<typeof Message>;

interface Needs {
  db: Db;
  mail: Mailer;
  env: { SITE_URL: string; SUPABASE_URL: string };
}

/**
 * Sends waiting mails. A message is leased while it is sent, and its key is Resend's idempotency key. So it is
 * delivered once, even if two calls run at the same time or a sender crashes after sending.
 */
export async function drainOutbox(
  deps: Needs,
  longestMs = LONGEST_MS,
): Promise<{ sent: number; failed: number }> {
  const count = { sent: 0, failed: 0 };
  const began = performance.now();
  while (performance.now() - began < longestMs && count.sent + count.failed < MAX_MAILS) {
    const claimed = v.parse(v.array(Message), (await deps.db.rpc('claim_outbox', { p_limit: BATCH })) ?? []);
    if (claimed.length === 0) break;
    const tooMany = await sendInTurn(claimed, deps, count);
    if (!tooMany && claimed.length < BATCH) break;
  }
  return count;
}

/**
 * Sends messages one after another. Returns the mail service's request to wait, if any. The messages that are left go
 * back to the outbox.
 */
async function sendInTurn(
  messages: Message[],
  deps: Needs,
  count: { sent: number; failed: number },
): Promise<boolean> {
  const wordingOf = await readWordings(messages, deps.db);
  const startedAt = performance.now();
  for (const [index, message] of messages.entries()) {
    await sleep(startedAt + message.wait_ms - performance.now());
    const failure = await deliver(message, wordingOf(message), deps);
    if (failure instanceof TooManyMails) {
      await handBack(messages.slice(index), failure, deps);
      return true;
    }
    count[failure === null ? 'sent' : 'failed'] += 1;
  }
  return false;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

async function deliver(message: Message, wording: Wording, { db, mail, env }: Needs): Promise<Error | null> {
  let failure: Error | null = null;
  try {
    const { template, payload } = message;
    const language = v.is(InChinese, payload) ? 'zh' : 'en';
    const content = await renderMail(template, payload, env.SITE_URL, env.SUPABASE_URL, wording, language);
    await mail.send({ id: message.id, key: message.key, to: message.recipient, ...content });
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    logFault(`mail ${message.template}`, failure);
  }
  if (!(failure instanceof TooManyMails))
    await db.rpc('finish_outbox', { p_id: message.id, p_error: failure?.message ?? null });
  return failure;
}

const InChinese = v.object({ language: v.literal('zh') });

/**
 * Returns messages to the outbox. None of them was tried, so their attempts do not count, and they are sent first
 * after the pause.
 */
async function handBack(messages: Message[], { message: p_error, seconds }: TooManyMails, { db }: Needs) {
  for (const { id } of messages)
    await db.rpc('finish_outbox', { p_id: id, p_error, p_wait_seconds: seconds });
}
