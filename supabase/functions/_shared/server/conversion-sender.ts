import * as v from 'valibot';
import type { Deps } from './deps.ts';
import { logFault } from './log.ts';

/** A version of the Marketing API is supported for about a year. META_API_URL sets another one. */
const GRAPH_API = 'https://graph.facebook.com/v26.0';
const TIMEOUT_MS = 10_000;
const BATCH = 20;
/** The limit exists because the next chores wait for this one. */
const LONGEST_MS = 15_000;
/** This code means "Invalid parameter": the same request would get the same answer. */
const INVALID = 100;

const Claimed = v.array(
  v.object({
    event_id: v.string(),
    event_name: v.string(),
    event_time: v.number(),
    user_data: v.record(v.string(), v.string()),
    custom_data: v.record(v.string(), v.unknown()),
    source_url: v.nullable(v.string()),
  }),
);
type Event = v.InferOutput<typeof Claimed>[number];

/** Thrown if the service refuses an event. `isFinal` means that the same request would get the same answer. */
class NotTaken extends Error {
  readonly isFinal: boolean;

  constructor(status: number, code: number | undefined) {
    super(`${status}${code === undefined ? '' : ` code ${code}`}`);
    this.isFinal = status === 400 && code === INVALID;
  }
}

/**
 * Sends each event once, by its event id. A failed event is tried again later. Returns null if the service is not
 * configured.
 */
export async function sendConversions({
  db,
  env,
}: Pick<Deps, 'db' | 'env'>): Promise<{ sent: number; failed: number } | null> {
  const { META_PIXEL_ID: pixel, META_ACCESS_TOKEN: token } = env;
  if (pixel === undefined || token === undefined) return null;
  const address = `${env.META_API_URL ?? GRAPH_API}/${pixel}/events`;
  const count = { sent: 0, failed: 0 };
  const began = performance.now();
  let claimed: Event[];
  do {
    claimed = v.parse(Claimed, (await db.rpc('claim_conversions', { p_limit: BATCH })) ?? []);
    for (const event of claimed) {
      const failure = await send(event, address, token, env.META_TEST_EVENT_CODE);
      count[failure === null ? 'sent' : 'failed'] += 1;
      const p_final = failure instanceof NotTaken && failure.isFinal;
      await db.rpc('finish_conversion', {
        p_event_id: event.event_id,
        p_error: failure?.message ?? null,
        p_final,
      });
    }
  } while (claimed.length === BATCH && performance.now() - began < LONGEST_MS);
  return count;
}

async function send(
  { source_url, ...event }: Event,
  address: string,
  access_token: string,
  test_event_code: string | undefined,
): Promise<Error | null> {
  const data = [{ ...event, action_source: 'website', ...(source_url && { event_source_url: source_url }) }];
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // The token is in the body, because addresses are logged.
      body: JSON.stringify({ data, access_token, ...(test_event_code && { test_event_code }) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => null)) as { error?: { code?: number } } | null;
    if (!response.ok) throw new NotTaken(response.status, answer?.error?.code);
    return null;
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    logFault(`conversion ${event.event_name}`, failure);
    return failure;
  }
}
