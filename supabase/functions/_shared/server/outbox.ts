import * as v from 'valibot';
import { renderMail } from './mails/render.ts';
import type { Db } from './db.ts';
import { logFault } from './log.ts';
import { type Mailer, TooManyMails } from './mail.ts';

/** Five seconds' turns at the pace of the settings: what a sender that dies keeps from the others. */
const BATCH = 10;
/** Then the next chore goes on: it comes every minute, and others wait behind this one. */
const LONGEST_MS = 40_000;
/**
 * A hosted function may use the processor for two seconds a call. Measured: 0.4 s to load, 0.1 s for the first mail,
 * 10 ms for each further one; the other chores of the same call need some too.
 */
const MOST_MAILS = 40;

const Message = v.object({
  id: v.string(),
  key: v.string(),
  template: v.string(),
  recipient: v.string(),
  payload: v.unknown(),
  /** From the answer until its turn: all senders together are no faster than the post allows. */
  wait_ms: v.number(),
});
type Message = v.InferOutput<typeof Message>;

interface Needs {
  db: Db;
  mail: Mailer;
  env: { SITE_URL: string; SUPABASE_URL: string };
}

/**
 * Sends what waits, oldest first, each in its turn. A message is leased while it is sent, and its key is Resend's
 * idempotency key: two drains at once, or a crash between sending and noting, still deliver it once. One that fails is
 * noted with its error, comes again later and does not stop the others. When the post says to wait, everybody does.
 */
export async function drainOutbox(
  deps: Needs,
  longestMs = LONGEST_MS,
): Promise<{ sent: number; failed: number }> {
  const count = { sent: 0, failed: 0 };
  const began = performance.now();
  while (performance.now() - began < longestMs && count.sent + count.failed < MOST_MAILS) {
    const claimed = v.parse(v.array(Message), (await deps.db.rpc('claim_outbox', { p_limit: BATCH })) ?? []);
    // Nothing waits, or nothing may go for long.
    if (claimed.length === 0) break;
    const tooMany = await sendInTurn(claimed, deps, count);
    if (!tooMany && claimed.length < BATCH) break;
  }
  return count;
}

/** True when the post said to wait: what was left of these is handed back. */
async function sendInTurn(
  messages: Message[],
  deps: Needs,
  count: { sent: number; failed: number },
): Promise<boolean> {
  const heard = performance.now();
  for (const [index, message] of messages.entries()) {
    await sleep(heard + message.wait_ms - performance.now());
    const failure = await deliver(message, deps);
    if (failure instanceof TooManyMails) {
      await handBack(messages.slice(index), failure, deps);
      return true;
    }
    count[failure === null ? 'sent' : 'failed'] += 1;
  }
  return false;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Null once it is sent. What is not noted here is handed back. */
async function deliver(message: Message, { db, mail, env }: Needs): Promise<Error | null> {
  let failure: Error | null = null;
  try {
    const content = await renderMail(message.template, message.payload, env.SITE_URL, env.SUPABASE_URL);
    await mail.send({ key: message.key, to: message.recipient, ...content });
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    logFault(`mail ${message.template}`, failure);
  }
  if (!(failure instanceof TooManyMails))
    await db.rpc('finish_outbox', { p_id: message.id, p_error: failure?.message ?? null });
  return failure;
}

/** None of them was tried: they keep their attempts, and are the first when the post takes mails again. */
async function handBack(messages: Message[], { message: p_error, seconds }: TooManyMails, { db }: Needs) {
  for (const { id } of messages)
    await db.rpc('finish_outbox', { p_id: id, p_error, p_wait_seconds: seconds });
}
