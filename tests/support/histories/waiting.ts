import { onceOffer, type World } from './world.ts';
import { oneOf } from './random.ts';
import type { Step } from './selling.ts';
import * as wait from '../sql-waitlists.ts';

const someEntry = ({ waiting, pick }: World) => waiting[pick(Math.max(1, waiting.length))];

/** One to three children wait together. */
export const join: Step = async (world) => {
  const { pick, sessions, camps } = world;
  const place = pick(2) === 0 ? { session_id: oneOf(pick, sessions) } : { camp_id: oneOf(pick, camps) };
  const p_entry = wait.wish({ ...place, children: 1 + pick(3) });
  const entry = await world.call<wait.Joined>('join_waitlist', { p_entry });
  world.waiting.push({ ...entry, session_id: entry.session?.session_id ?? null });
};

export const accept: Step = async (world) => {
  const entry = someEntry(world);
  if (!entry) return;
  const { places, camp } = await world.call<wait.Joined>('get_waitlist_entry', { p_secret: entry.secret });
  const line = entry.session_id
    ? { offer_id: onceOffer.id, session_id: entry.session_id }
    : { offer_id: 'tier-spark', camp_id: camp?.camp_id };
  const children = 1 + world.pick(places);
  const held = await world.call<{ secret: string; total_cents: number; lines: unknown[] }>('hold_order', {
    p_order: { lines: Array.from({ length: children }, () => line), waitlist_secret: entry.secret },
  });
  world.checkouts.push({
    secret: held.secret,
    totalCents: held.total_cents,
    lines: held.lines.length,
    children,
  });
};

export const decline: Step = async (world) => {
  const entry = someEntry(world);
  const how = oneOf(world.pick, ['decline_waitlist_offer', 'leave_waitlist']);
  if (entry) await world.call(how, { p_secret: entry.secret });
};

/** The deadline passes. */
export const letPass: Step = async (world) => {
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
