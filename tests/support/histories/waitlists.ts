/** Random actions of families on waitlists, for the random histories (docs/testing.md). */
import type { Checkout, World } from './world.ts';
import { oneOf } from './random.ts';
import { chargeCheckout, refundsInFull, openPaymentPage, type Step } from './selling.ts';
import * as waitlists from '../sql-waitlists.ts';

const randomEntry = ({ waitlistEntries, pick }: World) => {
  const among = pick(2) === 0 ? waitlistEntries : waitlistEntries.slice(-3);
  return among[pick(Math.max(1, among.length))];
};

export const joinWaitlist: Step = async (world) => {
  const { pick, sessions, camps } = world;
  const place = pick(2) === 0 ? { session_id: oneOf(pick, sessions) } : { camp_id: oneOf(pick, camps) };
  const p_entry = waitlists.joinRequest({ ...place, children: oneOf(pick, [1, 1, 2, 3]) });
  const entry = await world.call<waitlists.Joined>('join_waitlist', { p_entry });
  // A few parents never confirm their address. They get no offer and must not delay others.
  if (pick(6) > 0) {
    const p_token = await waitlists.readToken(world.db, entry).catch(async (reason: unknown) => {
      // If the session was cancelled in between, an unconfirmed entry has no mail to confirm.
      const { status } = await world.call<waitlists.Joined>('get_waitlist_entry', { p_secret: entry.secret });
      if (status === 'unconfirmed') throw reason;
      return null;
    });
    if (p_token === null) return;
    await world.call('confirm_waitlist_entry', { p_secret: entry.secret, p_token });
  }
  world.waitlistEntries.push({
    ...entry,
    session_id: entry.session?.session_id ?? null,
    camp_id: entry.camp?.camp_id ?? null,
  });
};

export const acceptOffer: Step = async (world) => {
  const entry = randomEntry(world);
  if (entry) await holdOfferedSpots(world, entry);
};

async function holdOfferedSpots(world: World, entry: World['waitlistEntries'][number]): Promise<Checkout> {
  const { places } = await world.call<waitlists.Joined>('get_waitlist_entry', { p_secret: entry.secret });
  const line = entry.session_id
    ? { offer_id: 'pass-once', session_id: entry.session_id }
    : { offer_id: `tier-${world.tierOf(entry.camp_id ?? '')}`, camp_id: entry.camp_id };
  const children = 1 + world.pick(places);
  const lines = Array.from({ length: children }, () => line);
  const heldOrder = await world.call<{ secret: string; total_cents: number }>('hold_order', {
    p_order: { lines, waitlist_secret: entry.secret },
  });
  const isFullyRefundable = refundsInFull(world, lines);
  const checkout = {
    secret: heldOrder.secret,
    totalCents: heldOrder.total_cents,
    children,
    isFullyRefundable,
  };
  world.checkouts.push(checkout);
  return checkout;
}

export const declineOffer: Step = async (world) => {
  const entry = randomEntry(world);
  const call = oneOf(world.pick, ['decline_waitlist_offer', 'leave_waitlist']);
  if (entry) await world.call(call, { p_secret: entry.secret });
};

export const letOfferExpire: Step = async (world) => {
  const entry = randomEntry(world);
  if (entry) await waitlists.endOffer(world.db, entry);
};

export const restoreOffer: Step = async (world) => {
  const entry = randomEntry(world);
  if (entry) await world.call('restore_waitlist_offer', { p_entry_id: entry.entry_id });
};

export const changeCapacity: Step = async (world) => {
  const { pick } = world;
  if (pick(2) === 0) {
    await world.call('set_session_capacity', {
      p_session_id: oneOf(pick, world.sessions),
      p_capacity: pick(5),
    });
  } else {
    await world.call('raise_camp_capacity', { p_camp_id: oneOf(pick, world.camps), p_capacity: 2 + pick(4) });
  }
};

/** Adds as many spots as a random entry waits for, because spots that families release are too rare. */
async function addSpotsForRandomEntry(world: World): Promise<void> {
  const entry = randomEntry(world);
  if (!entry) return;
  const { places } = entry;
  if (entry.session_id) {
    const [now] = await world.db.sql<{ capacity: number }[]>`
      select max_capacity as capacity from public.sessions where id = ${entry.session_id}`;
    await world.call('set_session_capacity', {
      p_session_id: entry.session_id,
      p_capacity: (now?.capacity ?? 0) + places,
    });
  } else {
    const [now] = await world.db.sql<{ capacity: number }[]>`
      select capacity from public.camp_weeks where id = ${entry.camp_id}`;
    await world.call('raise_camp_capacity', {
      p_camp_id: entry.camp_id,
      p_capacity: (now?.capacity ?? 0) + places,
    });
  }
}

async function findEntryWithOffer(world: World): Promise<World['waitlistEntries'][number] | undefined> {
  const turns = await world.db.sql<{ entry_id: string }[]>`
    select entry_id from public.waitlist_offers where status = 'open' and expires_at > clock_timestamp() order by created_at`;
  return world.waitlistEntries.find(({ entry_id }) => turns.some((turn) => turn.entry_id === entry_id));
}

export const takeOfferedSpots: Step = async (world) => {
  let entry = await findEntryWithOffer(world);
  if (!entry) {
    await addSpotsForRandomEntry(world);
    entry = await findEntryWithOffer(world);
  }
  if (!entry) return;
  const checkout = await holdOfferedSpots(world, entry);
  if (world.pick(3) === 0) return;
  await openPaymentPage(world, checkout);
  await chargeCheckout(world, checkout);
};
