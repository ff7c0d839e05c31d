import * as v from 'valibot';
import { renderMail } from './mails/render.ts';
import type { Wording } from './mails/say.ts';
import type { Db } from './db.ts';
import { logFault } from './log.ts';
import { type Mailer, TooManyMails } from './mail.ts';

/** Five seconds of mails at the configured pace: what a sender that crashes delays for the others. */
const BATCH = 10;
/** After this the next chore runs: this one comes every minute, and others wait for it. */
const LONGEST_MS = 40_000;
/**
 * A hosted function may use two seconds of processor time per call. Measured: 0.4 s to load, 0.1 s for the first mail,
 * 10 ms for each further one; the other chores of the same call need some too.
 */
const MOST_MAILS = 40;

const Message = v.object({
  id: v.string(),
  key: v.string(),
  template: v.string(),
  recipient: v.string(),
  payload: v.unknown(),
  /** Milliseconds from the answer until its turn, so that all senders together stay within the mail service's limit. */
  wait_ms: v.number(),
});
type Message = v.InferOutput<typeof Message>;

interface Needs {
  db: Db;
  mail: Mailer;
  env: { SITE_URL: string; SUPABASE_URL: string };
}

/**
 * Sends waiting messages, oldest first, each at its turn. A message is leased while it is sent, and its key is Resend's
 * idempotency key, so that two drains at once, or a crash after sending, deliver it once. A failed one is saved with
 * its error, tried again later and does not stop the others. If the mail service asks for a pause, all senders wait.
 */
export async function drainOutbox(
  deps: Needs,
  longestMs = LONGEST_MS,
): Promise<{ sent: number; failed: number }> {
  const count = { sent: 0, failed: 0 };
  const began = performance.now();
  while (performance.now() - began < longestMs && count.sent + count.failed < MOST_MAILS) {
    const claimed = v.parse(v.array(Message), (await deps.db.rpc('claim_outbox', { p_limit: BATCH })) ?? []);
    // No mail is waiting, or none may be sent for a long time.
    if (claimed.length === 0) break;
    const tooMany = await sendInTurn(claimed, deps, count);
    if (!tooMany && claimed.length < BATCH) break;
  }
  return count;
}

/** Returns the mail service's request to wait, if any: the messages that are left go back to the outbox. */
async function sendInTurn(
  messages: Message[],
  deps: Needs,
  count: { sent: number; failed: number },
): Promise<boolean> {
  const wordingOf = await readWordings(messages, deps);
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

/** Null once it is sent. A message without a recorded result goes back to the outbox. */
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
const Versioned = v.object({ wording: v.number() });
const Wordings = v.record(v.string(), v.record(v.string(), v.string()));

/** The changed sentences of each message. If they can't be read, a mail says our sentences rather than nothing. */
async function readWordings(
  messages: readonly Message[],
  { db }: Needs,
): Promise<(message: Message) => Wording> {
  const versionOf = ({ payload }: Message) => {
    const versioned = v.safeParse(Versioned, payload);
    return versioned.success ? versioned.output.wording : null;
  };
  const versions = new Set(messages.map(versionOf).filter((version) => version !== null));
  if (versions.size === 0) return () => ({});
  try {
    const found = v.parse(Wordings, await db.rpc('get_mail_wordings', { p_ids: [...versions] }));
    return (message) => found[String(versionOf(message))] ?? {};
  } catch (error) {
    logFault('the changed sentences of mails', error);
    return () => ({});
  }
}

/** None of them was tried: they keep their attempts, and are sent first after the pause. */
async function handBack(messages: Message[], { message: p_error, seconds }: TooManyMails, { db }: Needs) {
  for (const { id } of messages)
    await db.rpc('finish_outbox', { p_id: id, p_error, p_wait_seconds: seconds });
}
