/** Calls the API, the edge functions and the database of the test's stack. */
import postgres from 'postgres';
import type { HoldRequest } from '#contract/order-requests.ts';
import type { OrderView } from '#contract/orders.ts';
import { env } from './env.ts';

let connection: postgres.Sql | undefined;

export function sql(): postgres.Sql {
  connection ??= postgres(env('DATABASE_URL'), { max: 2, idle_timeout: 2, onnotice: () => undefined });
  return connection;
}

export interface Answer<T> {
  status: number;
  body: T;
}

async function post<T>(address: string, body: unknown): Promise<Answer<T>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { apikey: env('SUPABASE_ANON_KEY'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

export const rpc = <T>(name: string, args: object) =>
  post<T>(`${env('SUPABASE_URL')}/rest/v1/rpc/${name}`, args);

export const call = <T>(name: string, body: object) =>
  post<T>(`${env('SUPABASE_URL')}/functions/v1/${name}`, body);

export const hold = (sessionId: string, offerId = 'pass-tryout') =>
  rpc<OrderView & { message?: string }>('hold_order', {
    p_order: {
      lines: [{ offer_id: offerId, session_id: sessionId, expected_price_cents: null }],
      previous_secret: null,
    } satisfies HoldRequest,
  });

export interface Opening {
  session_id: string;
  session_date: string;
  session_time: string;
  class_type_id: string;
  available_spots: number;
}
export const openings = async () =>
  (await rpc<Opening[]>('get_session_availability_with_enrollments', {})).body;

/** Cancels a session or camp as staff do with `cancel_by_staff`. The families then choose about their money. */
export const cancelSession = (placeId: string, reason: string) =>
  sql()`select private.apply_cancellation_by_staff(array[${placeId}]::uuid[], ${reason}, false)`;

export async function runChores(): Promise<void> {
  const response = await fetch(`${env('SUPABASE_URL')}/functions/v1/error-monitor/maintenance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env('MAINTENANCE_SECRET')}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`The chores answered ${response.status}: ${await response.text()}`);
}

/** Repeats until `test` passes, for results that come a moment later, such as an e-mail or a rebuilt page. */
export async function eventually<T>(
  event: string,
  read: () => Promise<T>,
  test: (value: T) => boolean,
  patienceMs = 20_000,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (test(value)) return value;
    if (Date.now() > end)
      throw new Error(`${event} did not happen within ${patienceMs} ms; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
