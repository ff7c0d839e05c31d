/**
 * Calls the public SQL functions as PostgREST does, for the database tests, and prepares accounts and the calendar.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { Consequences } from '#contract/management-schedule.ts';
import type { TestDatabase } from './database.ts';

export const visitor = { role: 'anon' } as const;
export const service = { role: 'service_role' } as const;

/**
 * Calls a public function as PostgREST does. An answer with its own error status is thrown like a raised error, but
 * the transaction is committed.
 */
export function rpc<T = unknown>(
  db: TestDatabase,
  who: Parameters<TestDatabase['as']>[0],
  name: string,
  args: Record<string, unknown> = {},
): Promise<T> {
  return db
    .as(who, async (sql) => {
      const list = Object.entries(args).map(([name, value], index) => {
        const argument = sql`${sql.unsafe(name)} => ${value as postgres.SerializableParameter}`;
        return index ? sql`, ${argument}` : argument;
      });
      await sql`select set_config('request.path', ${`/rpc/${name}`}, true), set_config('response.status', '', true)`;
      const [row] = await sql<{ answer: T }[]>`
      select public.${sql.unsafe(name)}(${list.length ? list : sql``}) as answer`;
      const [response] = await sql<{ status: string }[]>`select current_setting('response.status') as status`;
      return { answer: row?.answer as T, status: response?.status };
    })
    .then(({ answer, status }) => {
      if (status) throw toError(answer);
      return answer;
    });
}

function toError(answer: unknown): Error {
  const { code, message, details, hint } = answer as Record<string, string | null>;
  const error = new postgres.PostgresError(message as never);
  return Object.assign(error, { message, code, ...(details && { detail: details }), ...(hint && { hint }) });
}

export interface RefusedCall {
  code: string;
  status: number;
  field: string | undefined;
  detail: string | undefined;
}

/** Returns the refusal of a call. Fails if the call succeeded or broke instead. */
export async function refusal(call: Promise<unknown>): Promise<RefusedCall> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in outcome))
    throw new Error(`was not refused, but answered ${JSON.stringify(outcome.value)}`);
  const { error } = outcome;
  if (!(error instanceof postgres.PostgresError) || !error.code.startsWith('PT')) throw error;
  return {
    code: error.message,
    status: Number(error.code.slice(2)),
    field: error.hint,
    detail: error.detail,
  };
}

export function sqlState(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof postgres.PostgresError) return error.code;
      throw error;
    },
  );
}

export async function countRows(db: TestDatabase, table: string): Promise<number> {
  const [row] = await db.sql<{ n: number }[]>`select count(*) as n from ${db.sql(`public.${table}`)}`;
  return row?.n ?? -1;
}

/** Makes an account as sign-up does, with additional roles, and returns its id. */
export async function makeUser(
  db: TestDatabase,
  email: string,
  roles: string[] = [],
  metadata: Record<string, string> = { name: email },
): Promise<string> {
  const id = randomUUID();
  await db.sql`
    insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${email}, ${db.sql.json(metadata)})`;
  for (const role of roles) {
    await db.sql`insert into public.user_roles (user_id, role) values (${id}, ${role})`;
  }
  return id;
}

/** Makes the bookings of a session an hour older, because a new booking can still be undone as a mistake. */
export async function ageBookings(db: TestDatabase, sessionId: string): Promise<void> {
  await db.sql`update public.bookings set created_at = created_at - interval '1 hour' where session_id = ${sessionId}`;
}

/** Stops the calendar at a moment, such as '2026-11-21T23:59:59+08:00'. */
export async function stopCalendar(db: TestDatabase, moment: string): Promise<void> {
  await db.sql.unsafe(`
    create or replace function private.calendar_now() returns timestamptz language sql volatile
    set search_path = '' as $$ select '${moment}'::timestamptz $$;
    create or replace function private.calendar_shift() returns interval language plpgsql stable
    set search_path = '' as $$ begin return interval '${Math.round((Date.parse(moment) - Date.now()) / 1000)} seconds'; end $$`);
}

/** Staff cancel a session or camp. The families then choose what happens to their payments. */
export async function cancelSessions(
  db: TestDatabase,
  placeId: string,
  reason: string | null = 'Rain',
): Promise<Consequences> {
  const [row] = await db.sql<[{ done: Consequences }]>`
    select private.apply_cancellation_by_staff(array[${placeId}]::uuid[], ${reason}, false) as done`;
  return row.done;
}

export async function waitUntil(event: string, condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${event}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until `count` connections of this database wait for a lock. */
export function waitForLocked(db: TestDatabase, count = 1, events?: string[]): Promise<void> {
  return waitUntil(`${count} waiting for a lock`, async () => {
    const [row] = await db.sql<{ n: number }[]>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and (${events === undefined} or wait_event = any (${events ?? []}))`;
    return (row?.n ?? 0) >= count;
  });
}

/**
 * Starts all calls while the test holds a lock on one row, so that they wait there. Then they continue in this order.
 * Returns the answers of the calls that succeeded and the codes of those that were refused.
 */
export async function atOnce<T>(
  db: TestDatabase,
  gate: { table: 'orders' | 'sessions' | 'camp_weeks' | 'passes' | 'payments' | 'coaches'; id: string },
  calls: (() => Promise<T>)[],
) {
  const outcomes: Promise<PromiseSettledResult<T>>[] = [];
  await db.sql.begin(async (sql) => {
    await sql`select from ${sql(`public.${gate.table}`)} where id = ${gate.id} for update`;
    for (const call of calls) {
      outcomes.push(Promise.allSettled([call()]).then(([outcome]) => outcome));
      await waitForLocked(db, outcomes.length);
    }
  });
  const settled = await Promise.all(outcomes);
  return {
    won: settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    lost: settled.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as Error).message] : [],
    ),
  };
}
