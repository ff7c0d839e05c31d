import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { withRaisedLimits } from './limits.ts';
import { type Camp, type Plan, sendParents, sendParentsHome } from './parents.ts';
import type { Observations } from './report.ts';
import type { Target } from './target.ts';

const CampRow = v.object({
  id: v.string(),
  name: v.string(),
  offer_id: v.string(),
  capacity: v.number(),
  open: v.number(),
  dob: v.string(),
});

/** Finds a camp that is on sale. The rehearsal's children are in the middle of its age range on its first day. */
export async function findCamp(target: Target, id: string): Promise<{ camp: Camp; dob: string }> {
  if (!v.safeParse(v.pipe(v.string(), v.uuid()), id).success) throw new Error(`${id} is no id of a camp.`);
  const rows = await target.sql(`
    select w.id, w.name, w.capacity, o.id as offer_id,
      w.capacity - private.camp_seats_taken(w.id, clock_timestamp()) as open,
      to_char(w.start_date - make_interval(years =>
        (coalesce((o.details ->> 'min_age')::integer, 5) + coalesce((o.details ->> 'max_age')::integer, 13)) / 2, days => 30), 'YYYY-MM-DD') as dob
    from public.camp_weeks w
    join public.offers o on o.kind = 'camp_tier' and o.active and o.details ->> 'tier' = w.tier
    where w.id = '${id}' and w.is_active`);
  if (!rows[0]) throw new Error(`No camp on sale has the id ${id}.`);
  const row = v.parse(CampRow, rows[0]);
  if (row.open < 1) throw new Error(`${row.name} is full. A rehearsal needs open spots.`);
  return {
    camp: { id: row.id, name: row.name, offerId: row.offer_id, capacity: row.capacity },
    dob: row.dob,
  };
}

const State = v.object({ held: v.number(), open: v.number(), allowed: v.number(), mails: v.number() });
const PAUSE_MS = 500;

/** Sends the parents, watches the database while they book, and releases what they held. */
export function rehearse(
  target: Target,
  { camp, plan, file }: { camp: Camp; plan: Plan; file: string },
): Promise<{ observed: Observations; notReleased: number }> {
  const { parents, admitsPerMinute } = plan;
  return withRaisedLimits(target, { parents, admitsPerMinute, file }, async () => {
    const firstTicket = await nextTicket(target);
    const watch = watchDatabase(target, camp);
    const visits = await sendParents(target, camp, plan).finally(watch.end);
    const notReleased = await sendParentsHome(target, visits);
    const queue = admitsPerMinute === null ? null : await lookAtQueue(target, firstTicket);
    return { observed: { camp, plan, visits, queue, ...(await watch.result) }, notReleased };
  });
}

const Ticket = v.object({ id: v.number() });
async function nextTicket(target: Target): Promise<number> {
  const [row] = await target.sql('select coalesce(max(id), 0)::integer + 1 as id from public.queue_tickets');
  return v.parse(Ticket, row).id;
}

const Queue = v.object({ overtaken: v.number(), most: v.number() });

/**
 * Counts the tickets of the rehearsal that were admitted before one that had joined a second earlier, and the most of
 * one minute. Which of two calls of the same moment came first, nobody can say.
 */
async function lookAtQueue(target: Target, firstTicket: number): Promise<v.InferOutput<typeof Queue>> {
  const [row] = await target.sql(`
    with t as (select joined_at, admitted_at from public.queue_tickets where id >= ${firstTicket} and admitted_at is not null)
    select
      (select count(*)::integer from (
        select admitted_at, max(admitted_at) over (order by joined_at range between unbounded preceding and interval '1 second' preceding) as latest from t) o
        where admitted_at < latest) as overtaken,
      coalesce((select max(n)::integer from (
        select count(*) over (order by admitted_at range between interval '1 minute' preceding and current row) as n from t) m), 0) as most`);
  return v.parse(Queue, row);
}

function watchDatabase(target: Target, camp: Camp) {
  const over = new AbortController();
  const result = (async () => {
    const most = { heldAtMost: 0, connectionsAtMost: 0, connectionsMax: 1, mailsPerSecond: 1 };
    for (;;) {
      const isLast = over.signal.aborted;
      const [row] = await target.sql(`
        select private.camp_seats_taken('${camp.id}', clock_timestamp()) as held,
          (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as open,
          current_setting('max_connections')::integer as allowed,
          (select outbox_per_second::float from public.settings) as mails`);
      const state = v.parse(State, row);
      most.heldAtMost = Math.max(most.heldAtMost, state.held);
      most.connectionsAtMost = Math.max(most.connectionsAtMost, state.open);
      most.connectionsMax = state.allowed;
      most.mailsPerSecond = state.mails;
      if (isLast) return most;
      await delay(PAUSE_MS);
    }
  })();
  return { result, end: () => over.abort() };
}
