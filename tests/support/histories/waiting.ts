import type { Checkout, World } from './world.ts';
import { oneOf } from './random.ts';
import { collect, refundsInFull, settle, type Step } from './selling.ts';
import * as wait from '../sql-waitlists.ts';

const someEntry = ({ waiting, pick }: World) => {
  const among = pick(2) === 0 ? waiting : waiting.slice(-3);
  return among[pick(Math.max(1, among.length))];
};

export const join: Step = async (world) => {
  const { pick, sessions, camps } = world;
  const place = pick(2) === 0 ? { session_id: oneOf(pick, sessions) } : { camp_id: oneOf(pick, camps) };
  const p_entry = wait.joinRequest({ ...place, children: oneOf(pick, [1, 1, 2, 3]) });
  const entry = await world.call<wait.Joined>('join_waitlist', { p_entry });
  // A few parents never confirm by their mail. They block nobody and get no offer.
  if (pick(6) > 0) {
    const p_token = await wait.tokenOf(world.db, entry).catch(async (reason: unknown) => {
      // The session was cancelled in between, and then unconfirmed entries get no mail.
      const { status } = await world.call<wait.Joined>('get_waitlist_entry', { p_secret: entry.secret });
      if (status === 'unconfirmed') throw reason;
      return null;
    });
    if (p_token === null) return;
    await world.call('confirm_waitlist_entry', { p_secret: entry.secret, p_token });
  }
  world.waiting.push({
    ...entry,
    session_id: entry.session?.session_id ?? null,
    camp_id: entry.camp?.camp_id ?? null,
  });
};

export const accept: Step = async (world) => {
  const entry = someEntry(world);
  if (entry) await acceptOf(world, entry);
};

async function acceptOf(world: World, entry: World['waiting'][number]): Promise<Checkout> {
  const { places } = await world.call<wait.Joined>('get_waitlist_entry', { p_secret: entry.secret });
  const line = entry.session_id
    ? { offer_id: 'pass-once', session_id: entry.session_id }
    : { offer_id: `tier-${world.tierOf(entry.camp_id ?? '')}`, camp_id: entry.camp_id };
  const children = 1 + world.pick(places);
  const lines = Array.from({ length: children }, () => line);
  const heldOrder = await world.call<{ secret: string; total_cents: number }>('hold_order', {
    p_order: { lines, waitlist_secret: entry.secret },
  });
  const refundable = refundsInFull(world, lines);
  const checkout = { secret: heldOrder.secret, totalCents: heldOrder.total_cents, children, refundable };
  world.checkouts.push(checkout);
  return checkout;
}

export const decline: Step = async (world) => {
  const entry = someEntry(world);
  const call = oneOf(world.pick, ['decline_waitlist_offer', 'leave_waitlist']);
  if (entry) await world.call(call, { p_secret: entry.secret });
};

export const letOfferExpire: Step = async (world) => {
  const entry = someEntry(world);
  if (entry) await wait.endOffer(world.db, entry);
};

export const restore: Step = async (world) => {
  const entry = someEntry(world);
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

/** Releases enough spots for everybody who waits for one session, because released spots alone are too rare. */
async function makeRoom(world: World): Promise<void> {
  const entry = someEntry(world);
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

async function someTurn(world: World): Promise<World['waiting'][number] | undefined> {
  const turns = await world.db.sql<{ entry_id: string }[]>`
    select entry_id from public.waitlist_offers where status = 'open' and expires_at > clock_timestamp() order by created_at`;
  return world.waiting.find(({ entry_id }) => turns.some((turn) => turn.entry_id === entry_id));
}

export const takeTurn: Step = async (world) => {
  let entry = await someTurn(world);
  if (!entry) {
    await makeRoom(world);
    entry = await someTurn(world);
  }
  if (!entry) return;
  const checkout = await acceptOf(world, entry);
  if (world.pick(3) === 0) return;
  await settle(world, checkout);
  await collect(world, checkout);
};
