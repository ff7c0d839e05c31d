import postgres from 'postgres';
import { postgrestTypes } from '../../../local/database/parsers.ts';
import type { TestDatabase } from '../database.ts';
import * as camps from '../sql-camps.ts';
import * as shop from '../sql-selling.ts';
import type { Odd } from './judge.ts';
import type { Pick } from './random.ts';

export interface Checkout {
  secret: string;
  totalCents: number;
  lines: number;
  children: number;
  /** Once it went to pay. */
  orderId?: string;
  sessionId?: string;
}

/** What a history plays with: few places and few children, so that everybody is in everybody's way. */
export interface World {
  db: TestDatabase;
  pick: Pick;
  /** Calls a function as the server does: one statement, one transaction, which may be killed at any moment. */
  call: <T = unknown>(name: string, args: Record<string, unknown>) => Promise<T>;
  sessions: string[];
  camps: string[];
  checkouts: Checkout[];
  waiting: { secret: string; entry_id: string; session_id: string | null }[];
  /** What a step saw that must not be. */
  odd: Odd[];
  /** Charges that the provider has, by checkout: it reports them until it is heard. */
  charges: Record<string, unknown>[];
  close: () => Promise<void>;
}

export const onceOffer = { ...shop.tryout, id: 'pass-once' };

/** What is sold in every history: a pass, a try-out once per child, a tier with short rungs and one place with rebate. */
export async function publishAll(db: TestDatabase): Promise<void> {
  const once = shop.asPublished(onceOffer);
  await camps.publish(
    db,
    {
      ...once,
      details: { ...once.details, once_per_child: true, refund_rules: [{ hours_before: 24, percent: 50 }] },
    },
    camps.tierOffer('spark', {
      rungs: [camps.rung('first', 49000, { places: 1 }), camps.rung('second', 54900, { places: 1 })],
      sibling_rebate: { cents: 5000, places: 1 },
      refund_rules: [{ hours_before: 24, percent: 100 }],
    }),
  );
}

/** Of an age for every offer, in any year. */
export const dob = `${new Date().getFullYear() - 9}-05-01`;

let mondays = 2;

/** A week of its own, so far ahead that it does not begin and so near that children do not grow up. */
const nextMonday = () => new Date(Date.now() + 7 * 86_400_000 * mondays++).toISOString().slice(0, 10);

export async function openWorld(db: TestDatabase, pick: Pick): Promise<World> {
  const sql = postgres(db.url, {
    max: 6,
    types: postgrestTypes,
    connection: { role: 'service_role', client_min_messages: 'warning' },
  });
  const call = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
    const list = Object.entries(args).map(([key, value], index) => {
      const argument = sql`${sql.unsafe(key)} => ${value as postgres.SerializableParameter}`;
      return index ? sql`, ${argument}` : argument;
    });
    const [row] = await sql<
      { answer: T }[]
    >`select public.${sql.unsafe(name)}(${list.length ? list : sql``}) as answer`;
    return row?.answer as T;
  };
  return {
    db,
    pick,
    call,
    sessions: [
      await shop.makeSession(db, { capacity: 1 + pick(3) }),
      await shop.makeSession(db, { capacity: 1 + pick(2) }),
    ],
    camps: [
      await camps.makeCamp(db, { capacity: 2 + pick(3), start: nextMonday() }),
      await camps.makeCamp(db, { capacity: 1 + pick(2), start: nextMonday() }),
    ],
    checkouts: [],
    waiting: [],
    odd: [],
    charges: [],
    close: () => sql.end({ timeout: 1 }),
  };
}
