import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { postgrestTypes } from '#local/database/parsers.ts';
import type { TestDatabase } from '../database.ts';
import * as camps from '../sql-camps.ts';
import { makeParent, saveChild } from '../sql-details.ts';
import * as shop from '../sql-selling.ts';
import * as x from '../sql.ts';
import type { Odd } from './judge.ts';
import { emptyBooks, type ProviderBooks } from './provider.ts';
import type { Pick } from './random.ts';

/** A HoldRequest. */
export interface Asked {
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
  /** For the child of the world's own family, by its id: nothing to tell about it. */
  known?: true;
  /** What was asked for: somebody else may want the same. */
  asked?: Asked;
  /** Once it went to pay. */
  orderId?: string;
  sessionId?: string;
  /** Did content give the money of a camp back when this was sold? Left out where a sale went on from another one. */
  refundable?: boolean;
}

type Call = <T = unknown>(name: string, args: Record<string, unknown>) => Promise<T>;

/** What a history plays with: few places and few children, so that everybody is in everybody's way. */
export interface World {
  db: TestDatabase;
  pick: Pick;
  /** As the server does: one statement, one transaction, which may be killed at any moment. */
  call: Call;
  /** As an admin, who may do for every family what its parents may. */
  callAsStaff: Call;
  /** A family with an account and a child of the first name; guests may come under its address as well. */
  home: { email: string; childId: string; call: Call };
  sessions: string[];
  camps: string[];
  /** Of which tier each of the camps is. */
  tierOf: (campId: string) => camps.Tier;
  checkouts: Checkout[];
  waiting: {
    secret: string;
    entry_id: string;
    places: number;
    session_id: string | null;
    camp_id: string | null;
  }[];
  /** What a step saw that must not be. */
  odd: Odd[];
  /** Charges that the provider has, by checkout: it reports them until it is heard. */
  charges: { payment_intent: string; amount_cents: number; [key: string]: unknown }[];
  /** What parents told their banks. */
  disputes: { dispute_id: string; payment_intent: string; amount_cents: number; lost?: true }[];
  /** What the provider and the till know by themselves. */
  books: ProviderBooks;
  /** Content gives the money of the cheaper tier back. */
  isKind: boolean;
}

const published = (id: string, sessions: number, details: object) => {
  const offer = shop.asPublished({ ...shop.tryout, id, sessions });
  return { ...offer, details: { ...offer.details, ...details } };
};

/** Kind and strict rules: what is sold under the ones is not given back under the others. */
const strict = [{ hours_before: 24, percent: 30 }];

/** What is sold: a try-out once per child, a pass of two credits, a tier with short rungs, a dearer one. */
const offersOf = (isStrict: boolean) => [
  published('pass-once', 1, { once_per_child: true, refund_rules: [{ hours_before: 24, percent: 50 }] }),
  // So few credits that two browsers soon reach for the same one.
  published('pass-two', 2, {
    renews: true,
    make_ups: 1,
    // Unused by the first, used by the second.
    refund_rules: [
      { hours_before: 24, percent: 100 },
      { days_after_purchase: 14, percent: 75 },
    ],
  }),
  camps.tierOffer('spark', {
    rungs: [camps.rung('first', 49000, { places: 1 }), camps.rung('second', 54900, { places: 1 })],
    sibling_rebate: { cents: 5000, places: 1 },
    refund_rules: isStrict ? strict : [{ hours_before: 24, percent: 100 }],
  }),
  camps.tierOffer('ignite', {
    rungs: [camps.rung('first', 69000, { places: 1 })],
    sibling_rebate: { cents: 4000, places: 1 },
    // A pass or a place of before keeps the ages that it was sold with.
    ...(isStrict && { min_age: 8 }),
    refund_rules: isStrict ? [] : [{ hours_before: 48, percent: 60 }],
  }),
];

/** What is sold in every history, and a code. */
export async function publishAll(db: TestDatabase): Promise<void> {
  await camps.publish(db, ...offersOf(false));
  await db.sql`insert into public.promotion_codes (code, percent, minimum_cents) values ('TEN', 10, 60000)`;
}

/** The same offers under other rules, as Studio publishes them. */
export async function publishOthers(world: World): Promise<void> {
  const isKind = world.pick(2) !== 0;
  // What is sold while it is published may have either rules.
  world.isKind &&= isKind;
  await camps.publish(world.db, ...offersOf(!isKind));
  world.isKind = isKind;
}

/** As in the beginning. */
export const publishKind = ({ db }: World) => camps.publish(db, ...offersOf(false));

/** Of an age for every offer, in any year. */
export const dob = `${new Date().getFullYear() - 9}-05-01`;

export const names = ['Kai Tan', 'Mei Tan', 'Jun Tan'];

/** Weeks of a database, one after the other: so far ahead that they do not begin, so near that no child grows up. */
function mondaysAhead(): () => string {
  let weeks = 2;
  return () => new Date(Date.now() + 7 * 86_400_000 * weeks++).toISOString().slice(0, 10);
}

/** What must not be, whoever asked and whatever became of it. */
interface Fault {
  name: string;
  reason: unknown;
}

/** A refusal, or a connection that was killed; anything else is a fault, a deadlock above all. */
export function isLife(reason: unknown): boolean {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  return killed.includes(code) || (reason instanceof postgres.PostgresError && code.startsWith('PT'));
}
const killed = ['57P01', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'];

/** Connections of one role; each call is one statement. */
function connect(db: TestDatabase, role: string, sub: string, faults: Fault[]) {
  // As of a token that stays young for as long as a history lasts.
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
      if (!isLife(reason)) faults.push({ name, reason });
      throw reason;
    });
    // Such a statement has a row, unless its connection ended first.
    if (!row) throw Object.assign(new Error(`${name} was not answered`), { code: 'CONNECTION_CLOSED' });
    return row.answer;
  };
  return { call, close: () => sql.end({ timeout: 1 }) };
}

/** Everybody who calls in the histories of a database. */
export interface Callers {
  call: Call;
  callAsStaff: Call;
  nextMonday: () => string;
  faults: readonly Fault[];
  close: () => Promise<unknown>;
}

export async function connectCallers(db: TestDatabase): Promise<Callers> {
  const admin = await x.makeUser(db, `${randomUUID()}@example.test`, ['admin']);
  const faults: Fault[] = [];
  const [server, staff] = [
    connect(db, 'service_role', admin, faults),
    connect(db, 'authenticated', admin, faults),
  ];
  return {
    call: server.call,
    callAsStaff: staff.call,
    nextMonday: mondaysAhead(),
    faults,
    close: () => Promise.all([server.close(), staff.close()]),
  };
}

async function makeHome(db: TestDatabase): Promise<World['home']> {
  const email = `${randomUUID()}@example.test`;
  const parent = await makeParent(db, email);
  const { id: childId } = await saveChild(db, parent, { name: names[0], dob });
  return { email, childId, call: (name, args) => x.rpc(db, parent, name, args) };
}

export async function openWorld(
  db: TestDatabase,
  { call, callAsStaff, nextMonday }: Callers,
  pick: Pick,
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
    waiting: [],
    odd: [],
    charges: [],
    disputes: [],
    books: emptyBooks(),
    isKind: true,
  };
}
