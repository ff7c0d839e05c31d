/** Families that wait for a full session or camp, and the offers that they get. */
import type { OrderView } from '#contract/orders.ts';
import type { JoinedWaitlist, WaitlistView } from '#contract/waitlists.ts';
import type { InferOutput } from 'valibot';
import type { Caller, TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';
import { rpc, service, visitor } from './sql.ts';

export type Joined = InferOutput<typeof JoinedWaitlist>;

export const waitingParent = { name: 'Aisha Rahman', email: 'aisha@example.test', phone: '+6598765432' };
let families = 0;
export const bornYearsAgo = (years: number) =>
  new Date(Date.now() - years * 366 * 86_400_000).toISOString().slice(0, 10);

interface JoinRequest {
  session_id?: string;
  camp_id?: string;
  children?: number;
}

export function joinRequest({ children = 1, ...place }: JoinRequest) {
  const family = ++families;
  return {
    ...place,
    parent: { ...waitingParent, email: `aisha${family}@example.test` },
    children: Array.from({ length: children }, (_, n) => ({
      name: `Child ${family}.${n}`,
      dob: bornYearsAgo(9),
    })),
  };
}

/** Confirms the address of an entry with the link in its mail, and returns the entry's new state. */
export const confirmEntry = async (db: TestDatabase, entry: { secret: string; entry_id: string }) =>
  rpc<WaitlistView>(db, visitor, 'confirm_waitlist_entry', {
    p_secret: entry.secret,
    p_token: await readToken(db, entry),
  });

/** Returns the token in the first mail to the entry's address. */
export async function readToken(db: TestDatabase, { entry_id }: { entry_id: string }): Promise<string> {
  const [mail] = await db.sql<{ token: string }[]>`
    select payload ->> 'token' as token from public.outbox where key = ${`waitlist_confirm:${entry_id}:first`}`;
  if (!mail) throw new Error('nobody was asked to confirm');
  return mail.token;
}

/** Joins, and confirms the address if that is needed. */
export async function joinAs(db: TestDatabase, who: Caller, p_entry: object): Promise<Joined> {
  const entry = await rpc<Joined>(db, who, 'join_waitlist', { p_entry });
  return entry.status === 'unconfirmed'
    ? { ...(await confirmEntry(db, entry)), secret: entry.secret }
    : entry;
}

export const joinWaitlist = (db: TestDatabase, request: JoinRequest): Promise<Joined> =>
  joinAs(db, visitor, joinRequest(request));

export const viewEntry = (db: TestDatabase, entry: { secret: string }): Promise<WaitlistView> =>
  rpc(db, visitor, 'get_waitlist_entry', { p_secret: entry.secret });

export const acceptOffer = (
  db: TestDatabase,
  entry: { secret: string },
  sessions: string[],
  previous: string | null = null,
): Promise<OrderView> =>
  rpc(db, visitor, 'hold_order', {
    p_order: { ...shop.holdRequest(sessions, shop.tryout, previous), waitlist_secret: entry.secret },
  });

export const releaseOrder = (db: TestDatabase, order: OrderView | undefined): Promise<unknown> =>
  rpc(db, service, 'release_order', { p_secret: order?.secret });

export const offerWaitingSpots = (db: TestDatabase): Promise<{ offered: number }> =>
  rpc(db, service, 'offer_waiting_places');

export const endOffer = (db: TestDatabase, entry: { entry_id: string }): Promise<unknown> =>
  db.sql`update public.waitlist_offers set expires_at = clock_timestamp() where entry_id = ${entry.entry_id}`;

export async function makeFullSession(db: TestDatabase, capacity = 1) {
  const session = await shop.makeSession(db, { capacity });
  const orders: OrderView[] = [];
  for (let n = 0; n < capacity; n++) orders.push(await shop.hold(db, session));
  const [order] = orders;
  if (!order) throw new Error('a session for nobody is never full');
  return { session, orders, order };
}
