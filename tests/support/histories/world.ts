import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { postgrestTypes } from '#local/database/parsers.ts';
import type { TestDatabase } from '../database.ts';
import * as camps from '../sql-camps.ts';
import { makeParent, saveChild } from '../sql-details.ts';
import * as shop from '../sql-selling.ts';
import { makeUser, rpc } from '../sql.ts';
import type { Discrepancy } from './forbidden-states.ts';
import { createBooks, type ProviderBooks } from './provider.ts';
import type { RandomPick } from './random.ts';

export interface HoldFields {
  lines: object[];
  children: object[];
  split: boolean;
  code?: string;
  previous_secret: string | null;
}

export interface Checkout {
  secret: string;
  totalCents: number;
  children: number;
  /** Set for the child of the family with the account. Its hold contains the child's id and no details. */
  isKnownChild?: true;
  /** The request, which another step may repeat. */
  request?: HoldFields;
  orderId?: string;
  sessionId?: string;
  /** True if this sale is refunded in full until the day before. Absent for a sale that continues another one. */
  isFullyRefundable?: boolean;
}

type Call = <T = unknown>(name: string, args: Record<string, unknown>) => Promise<T>;

/**
 * The families, sessions, camps and books of one random history (docs/testing.md). There are few spots and few
 * children, so that the steps conflict often.
 */
export interface World {
  db: TestDatabase;
  pick: RandomPick;
  /** Calls an SQL function as the server does, in one transaction, whose connection may be killed at any moment. */
  call: Call;
  callAsStaff: Call;
  /** The family with an account. Its child has the first of `names`. Guests may use its address too. */
  home: { email: string; childId: string; call: Call };
  sessions: string[];
  camps: string[];
  tierOf: (campId: string) => camps.Tier;
  checkouts: Checkout[];
  waitlistEntries: {
    secret: string;
    entry_id: string;
    places: number;
    session_id: string | null;
    camp_id: string | null;
  }[];
  discrepancies: Discrepancy[];
  /** Charges at Stripe. Stripe reports each until it gets an answer. */
  charges: { payment_intent: string; amount_cents: number; [key: string]: unknown }[];
  disputes: { dispute_id: string; payment_intent: string; amount_cents: number; lost?: true }[];
  books: ProviderBooks;
  /** True if the published offers refund spark camps in full. */
  hasFullRefunds: boolean;
}

const makePassOffer = (id: string, sessions: number, details: object) => {
  const offer = shop.asPublished({ ...shop.tryout, id, sessions });
  return { ...offer, details: { ...offer.details, ...details } };
};

/** Refund rules that are published later. Lines that were sold before must keep the rules of their sale. */
const strictRefundRules = [{ hours_before: 24, percent: 30 }];

/** A try-out once per child, a pass of two credits, a tier with few spots on each rung, and a more expensive tier. */
const makeOffers = (isStrict: boolean) => [
  makePassOffer('pass-once', 1, { once_per_child: true, refund_rules: [{ hours_before: 24, percent: 50 }] }),
  // With only two credits, two browsers soon try to use the same credit.
  makePassOffer('pass-two', 2, {
    renews: true,
    make_ups: 1,
    sibling_credits: true,
    // The first rule is for unused passes, the second for used passes.
    refund_rules: [
      { hours_before: 24, percent: 100 },
      { days_after_purchase: 14, percent: 75 },
    ],
  }),
  camps.tierOffer('spark', {
    rungs: [camps.rung('first', 49000, { places: 1 }), camps.rung('second', 54900, { places: 1 })],
    sibling_rebate: { cents: 5000, places: 1 },
    refund_rules: isStrict ? strictRefundRules : [{ hours_before: 24, percent: 100 }],
  }),
  camps.tierOffer('ignite', {
    rungs: [camps.rung('first', 69000, { places: 1 })],
    sibling_rebate: { cents: 4000, places: 1 },
    // Passes and spots that were sold earlier keep their ages.
    ...(isStrict && { min_age: 8 }),
    refund_rules: isStrict ? [] : [{ hours_before: 48, percent: 60 }],
  }),
];

export async function publishAll(db: TestDatabase): Promise<void> {
  await camps.publish(db, ...makeOffers(false));
  await db.sql`insert into public.promotion_codes (code, percent, minimum_cents) values ('TEN', 10, 60000)`;
}

/** Publishes the same offers with other rules, as Studio does. */
export async function publishOtherRules(world: World): Promise<void> {
  const hasFullRefunds = world.pick(2) !== 0;
  // An order that is finalized during the publishing may have the old or the new rules.
  world.hasFullRefunds &&= hasFullRefunds;
  await camps.publish(world.db, ...makeOffers(!hasFullRefunds));
  world.hasFullRefunds = hasFullRefunds;
}

export const publishFullRefunds = ({ db }: World) => camps.publish(db, ...makeOffers(false));

/** A birth date that fits every offer in any year. */
export const dob = `${new Date().getFullYear() - 9}-05-01`;

export const names = ['Kai Tan', 'Mei Tan', 'Jun Tan'];

/**
 * Returns a function that returns the next free Monday of a database. The weeks are so far ahead that no camp begins
 * during a test, and so near that no child becomes too old.
 */
function createMondays(): () => string {
  let weeks = 2;
  return () => new Date(Date.now() + 7 * 86_400_000 * weeks++).toISOString().slice(0, 10);
}

/** An error that no order of calls may cause. */
interface Fault {
  name: string;
  reason: unknown;
}

/** True for refusals and killed connections. Anything else is a fault, above all a deadlock. */
export function isExpectedFailure(reason: unknown): boolean {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  return killedCodes.includes(code) || (reason instanceof postgres.PostgresError && code.startsWith('PT'));
}
const killedCodes = ['57P01', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'];

function connect(db: TestDatabase, role: string, sub: string, faults: Fault[]) {
  // The token counts as fresh for as long as a history lasts.
  const claims = JSON.stringify({ sub, role, iat: Math.floor(Date.now() / 1000) + 86_400 });
  const sql = postgres(db.url, {
    max: 6,
    types: postgrestTypes,
    connection: { role, 'request.jwt.claims': claims, client_min_messages: 'warning' },
  });
  const call: Call = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
    const list = Object.entries(args).map(([key, value], index) => {
      const argument = sql`${sql.unsafe(key)} => ${value as postgres.SerializableParameter}`;
      return index ? sql`, ${argument}` : argument;
    });
    const [row] = await sql<
      { answer: T }[]
    >`select public.${sql.unsafe(name)}(${list.length ? list : sql``}) as answer`.catch((reason: unknown) => {
      if (!isExpectedFailure(reason)) faults.push({ name, reason });
      throw reason;
    });
    // The statement returns a row unless its connection ended first.
    if (!row) throw Object.assign(new Error(`${name} was not answered`), { code: 'CONNECTION_CLOSED' });
    return row.answer;
  };
  return { call, close: () => sql.end({ timeout: 1 }) };
}

export interface Callers {
  call: Call;
  callAsStaff: Call;
  nextMonday: () => string;
  faults: readonly Fault[];
  close: () => Promise<unknown>;
}

export async function connectCallers(db: TestDatabase): Promise<Callers> {
  const admin = await makeUser(db, `${randomUUID()}@example.test`, ['admin']);
  const faults: Fault[] = [];
  const [server, staff] = [
    connect(db, 'service_role', admin, faults),
    connect(db, 'authenticated', admin, faults),
  ];
  return {
    call: server.call,
    callAsStaff: staff.call,
    nextMonday: createMondays(),
    faults,
    close: () => Promise.all([server.close(), staff.close()]),
  };
}

async function makeHome(db: TestDatabase): Promise<World['home']> {
  const email = `${randomUUID()}@example.test`;
  const parent = await makeParent(db, email);
  const { id: childId } = await saveChild(db, parent, { name: names[0], dob });
  return { email, childId, call: (name, args) => rpc(db, parent, name, args) };
}

export async function openWorld(
  db: TestDatabase,
  { call, callAsStaff, nextMonday }: Callers,
  pick: RandomPick,
): Promise<World> {
  const spark = [
    await camps.makeCamp(db, { capacity: 3 + pick(2), start: nextMonday() }),
    await camps.makeCamp(db, { capacity: 1 + pick(2), start: nextMonday() }),
  ];
  const ignite = await camps.makeCamp(db, { tier: 'ignite', capacity: 1 + pick(2), start: nextMonday() });
  return {
    db,
    pick,
    call,
    callAsStaff,
    home: await makeHome(db),
    sessions: [
      await shop.makeSession(db, { capacity: 2 + pick(3) }),
      await shop.makeSession(db, { capacity: 1 + pick(2) }),
    ],
    camps: [...spark, ignite],
    tierOf: (campId) => (campId === ignite ? 'ignite' : 'spark'),
    checkouts: [],
    waitlistEntries: [],
    discrepancies: [],
    charges: [],
    disputes: [],
    books: createBooks(),
    hasFullRefunds: true,
  };
}
