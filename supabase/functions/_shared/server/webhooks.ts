import ipaddr from 'ipaddr.js';
import * as v from 'valibot';
import type { Db } from './db.ts';
import { hmac, toBase64 } from './hmac.ts';
import { logFault, writeLog } from './log.ts';

/** Where webhooks go out. A test passes its own, because ours reaches public addresses only. */
export interface Outgoing {
  /** Returns every address of a name. */
  resolve: (host: string) => Promise<string[]>;
  fetch: typeof fetch;
}

/** A receiver should answer at once, and do its work afterwards. */
const TIMEOUT_MS = 5_000;

const Claimed = v.array(
  v.object({
    id: v.string(),
    endpoint_id: v.string(),
    event_id: v.string(),
    url: v.string(),
    body: v.unknown(),
    /** The current secret, and for a day also the previous one. */
    secrets: v.array(v.string()),
  }),
);
type Delivery = v.InferOutput<typeof Claimed>[number];
const Finished = v.object({ disabled: v.nullable(v.string()) });

export const outgoing: Outgoing = {
  async resolve(host) {
    const answers = await Promise.allSettled([Deno.resolveDns(host, 'A'), Deno.resolveDns(host, 'AAAA')]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
  fetch: (input, init) => fetch(input, init),
};

/**
 * Sends the queued events. Receivers are served side by side, so that one that hangs holds up no other; the events of
 * one receiver are sent in their order, and after a failure its others wait.
 */
export async function sendWebhooks({
  db,
  outgoing: way,
}: {
  db: Db;
  outgoing: Outgoing;
}): Promise<{ sent: number; failed: number }> {
  const claimed = v.parse(Claimed, await db.rpc('claim_webhook_deliveries', {}));
  const count = { sent: 0, failed: 0 };
  const receivers = Map.groupBy(claimed, ({ endpoint_id }) => endpoint_id);
  await Promise.all(
    [...receivers.values()].map(async (deliveries) => {
      let isBroken = false;
      for (const delivery of deliveries) {
        if (isBroken) {
          await db.rpc('return_webhook_delivery', { p_id: delivery.id });
          continue;
        }
        isBroken = !(await deliver(delivery, db, way));
        count[isBroken ? 'failed' : 'sent'] += 1;
      }
    }),
  );
  return count;
}

async function deliver(delivery: Delivery, db: Db, way: Outgoing): Promise<boolean> {
  const { status, error } = await post(delivery, way);
  const finished = await db.rpc('finish_webhook_delivery', {
    p_id: delivery.id,
    p_status: status,
    p_error: error,
  });
  const { disabled } = v.parse(Finished, finished);
  if (disabled !== null)
    writeLog('warning', 'webhook_disabled', { endpoint: delivery.endpoint_id, reason: disabled });
  return error === null;
}

interface Attempt {
  status: number | null;
  /** Null if the receiver accepted the event. */
  error: string | null;
}

async function post({ event_id, url, body, secrets }: Delivery, way: Outgoing): Promise<Attempt> {
  try {
    const problem = await addressProblem(url, way);
    if (problem !== null) return { status: null, error: problem };
    const text = JSON.stringify(body);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const response = await way.fetch(url, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'webhook-id': event_id,
        'webhook-timestamp': timestamp,
        'webhook-signature': await signatures(secrets, `${event_id}.${timestamp}.${text}`),
      },
      // A redirection could lead to an address that was not checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { status: response.status || null, error: response.ok ? null : refusalOf(response) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return { status: null, error: 'No answer within 5 seconds' };
    logFault('webhook', error);
    return { status: null, error: 'The address could not be reached' };
  }
}

const refusalOf = ({ status, type }: Response): string =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)
    ? 'The address leads elsewhere, which is not followed'
    : `Answered ${status}`;

/**
 * Returns why this address is not called, or null. Its name must lead to public addresses only, so that nobody reaches
 * our own network or a cloud's metadata through us. A name could be changed between this check and the call; then the
 * certificate of https must still be valid for the name, which no inner service has.
 */
async function addressProblem(url: string, { resolve }: Outgoing): Promise<string | null> {
  const { protocol, hostname, port, username } = new URL(url);
  if (
    protocol !== 'https:' ||
    port !== '' ||
    username !== '' ||
    ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
  )
    return 'The address is not allowed';
  const addresses = await resolve(hostname);
  if (addresses.length === 0) return 'The name has no address';
  return addresses.every(isPublic) ? null : 'The name leads to an address that is not public';
}

/** An IPv4 address within IPv6 counts as the IPv4 address. */
export const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

const PREFIX = 'whsec_';

/** Returns the header of Standard Webhooks: a signature for each secret, so that a receiver can change over. */
async function signatures(secrets: readonly string[], content: string): Promise<string> {
  const signed = secrets.map(async (secret) => {
    const key = Uint8Array.from(atob(secret.slice(PREFIX.length)), (letter) => letter.charCodeAt(0));
    return `v1,${toBase64(await hmac('SHA-256', key, content))}`;
  });
  return (await Promise.all(signed)).join(' ');
}
