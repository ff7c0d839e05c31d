/**
 * Finds states of the database that the guarantees forbid, after each round of a random history (docs/testing.md).
 */
import type { TestDatabase } from '../database.ts';

export interface Discrepancy {
  rule: string;
  subject: string;
  details: unknown;
}

/** Counts the sessions of a pass `p` whose credit did not return. For a cancelled pass, these are the used sessions. */
const usedSessions = `
  select count(*) as used from public.credit_ledger k
  where k.pass_id = p.id and k.reason = 'booked'
    and not exists (select from public.credit_ledger b where b.booking_id = k.booking_id and b.reason = 'returned')`;

/** Finds states that are forbidden at any moment. */
const forbiddenAlways = `
  with taken as (
    -- The spots are counted here, and not by the functions that are being tested.
    select session_id, camp_id, sum(places) as places from (
      select session_id, null::uuid as camp_id, 1 as places from public.bookings where status = 'booked'
      union all
      select null, camp_id, 1 from public.camp_enrollments where status = 'enrolled'
      union all
      select session_id, camp_id, 1 from public.holds where expires_at > clock_timestamp()
      union all
      select session_id, camp_id, places from public.waitlist_offers where status = 'open' and expires_at > clock_timestamp()
    ) t where num_nonnulls(session_id, camp_id) = 1 group by session_id, camp_id
  ),
  on_rungs as (
    select camp_id, rung_id, count(*) as places, count(*) filter (where sibling_rebate) as rebates from (
      select camp_id, rung_id, sibling_rebate from public.camp_enrollments where status = 'enrolled'
      union all
      select h.camp_id, l.rung_id, l.sibling_rebate from public.holds h join public.order_lines l on l.id = h.order_line_id
      where h.expires_at > clock_timestamp()
    ) t group by camp_id, rung_id
  ),
  tiers as (
    select c.id as camp_id, f.details from public.camp_weeks c cross join lateral private.tier_offer(c.tier) f
  )
  select 'session_oversold' as rule, s.id as subject, to_jsonb(t.places) as details
  from taken t join public.sessions s on s.id = t.session_id where t.places > s.max_capacity
  union all
  select 'camp_oversold', c.id, to_jsonb(t.places)
  from taken t join public.camp_weeks c on c.id = t.camp_id where t.places > c.capacity
  union all
  select 'rung_oversold', n.camp_id, jsonb_build_object('rung', n.rung_id, 'sold', n.places)
  from on_rungs n join tiers t using (camp_id), jsonb_array_elements(t.details -> 'rungs') r
  where r ->> 'id' = n.rung_id and n.places > (r ->> 'places')::integer
  union all
  select 'rebate_oversold', n.camp_id, to_jsonb(sum(n.rebates))
  from on_rungs n join tiers t using (camp_id)
  group by n.camp_id, t.details having sum(n.rebates) > (t.details #>> '{sibling_rebate,places}')::integer
  union all
  select 'charge_recorded_twice', (array_agg(id))[1], to_jsonb(count(*))
  from public.payments group by payment_intent having count(*) > 1
  union all
  select 'used_and_refunded', l.id, jsonb_build_object('refunded', r.cents, 'used', u.used, 'of', p.sessions_total)
  from public.order_lines l
  join public.passes p on p.order_line_id = l.id
  cross join lateral (
    select sum(amount_cents) as cents from public.refunds
    where order_line_id = l.id and reason = 'cancelled' and status <> 'failed') r
  cross join lateral (${usedSessions}) u
  where l.status = 'cancelled' and r.cents > round(l.total_cents::numeric * (p.sessions_total - u.used) / p.sessions_total)
  union all
  select 'offered_after_cancelled_by_us', e.id, to_jsonb(e.status)
  from public.waitlist_entries e
  left join public.sessions s on s.id = e.session_id
  left join public.camp_weeks c on c.id = e.camp_id
  where (s.status = 'cancelled' or c.cancelled_at is not null) and (e.status in ('unconfirmed', 'waiting', 'offered')
    or exists (select from public.waitlist_offers o where o.entry_id = e.id and o.status = 'open'))
  union all
  select 'booked_after_cancelled_by_us', b.id, '{}'::jsonb
  from public.bookings b join public.sessions s on s.id = b.session_id where s.status = 'cancelled' and b.status = 'booked'
  union all
  select 'booked_after_cancelled_by_us', e.id, '{}'::jsonb
  from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
  where e.status = 'enrolled' and e.created_at > c.cancelled_at
  union all
  -- A refund that was sent before the bank took the money cannot be stopped. One that was not sent yet must fit into
  -- the rest of the charge.
  select 'paid_back_by_both', p.id, jsonb_build_object('bank', b.cents, 'refunds', r.cents)
  from public.payments p
  cross join lateral (
    select least(p.amount_cents, coalesce(sum(amount_cents), 0)) as cents from public.payment_disputes
    where payment_id = p.id and outcome = 'lost') b
  cross join lateral (
    select sum(amount_cents) as cents from public.refunds where payment_id = p.id and status <> 'failed') r
  where b.cents + r.cents > p.amount_cents
    and exists (select from public.refunds where payment_id = p.id and status = 'requested')
  union all
  select rule, subject, details from private.discrepancies(
    '{credits_below_zero,pass_without_credits,booking_paid_twice,credit_spent_for_nothing,cancelled_with_credits,ledger_differs_from_sale,ledger_differs_from_charge,refund_differs_from_ledger,move_does_not_add_up,impossible_line_balance}')`;

/** Finds states that are forbidden once every charge was reported and the maintenance has run. */
const forbiddenAtEnd = `
  -- Staff handle a refund that Stripe could not make. It is no fault of the books.
  select * from private.discrepancies() w where w.rule not in ('refund_failed', 'mail_failed', 'place_not_offered')
    -- A family may keep its booking after a lost dispute for as long as staff have not decided.
    and not (w.rule = 'access_after_lost_dispute' and exists (
      select from public.payment_decisions k cross join lateral private.lines_paid_by(k.payment_id) l
      where k.kind = 'disputed' and k.status = 'open' and l.order_id = w.subject))
  union all
  select 'freed_place_lost', e.id, jsonb_build_object('places', e.places)
  from public.waitlist_entries e
  where e.status = 'waiting'
    and private.places_wanted(e) between 1 and private.places_free(e.session_id, e.camp_id, clock_timestamp())
  union all
  select 'offered_unconfirmed', e.id, '{}'::jsonb
  from public.waitlist_entries e
  where e.status in ('unconfirmed', 'never_confirmed') and exists (select from public.waitlist_offers where entry_id = e.id)
  union all
  select 'paid_without_one_mail', o.id, jsonb_build_object('status', o.status)
  from public.orders o
  -- A paid move that could no longer be made has a mail of its own, about its refund.
  left join public.order_lines n on n.order_id = o.id and n.moves_line_id is not null and n.status = 'cancelled'
    and not exists (select from public.order_lines where moved_to_line_id = n.id)
  where o.paid_at is not null and (
    -- If a child has already had its try-out, a separate mail is about that. The order's other lines have the usual mail.
    select coalesce(nullif(count(*) filter (where m.key <> 'order_cancelled:used:' || o.id), 0), count(*)) from public.outbox m
    where m.key in ('booking_confirmed:' || o.id, 'renewal_paid:' || o.id, 'paid_late_reseated:' || o.id,
      'paid_late_choice:' || o.id,
      'order_cancelled:used:' || o.id, 'order_cancelled:' || n.id)) <> 1
    -- If the family was erased before the payment, we have no address to write to.
    and not (n.id is not null and o.parent_email is null)
  union all
  select 'charge_counted_twice', o.id, jsonb_build_object('passes', count(*))
  from public.orders o join public.order_lines l on l.order_id = o.id join public.passes p on p.order_line_id = l.id and p.moved_from_id is null
  group by o.id having count(*) > count(distinct l.id)`;

export const findDiscrepanciesNow = (db: TestDatabase): Promise<Discrepancy[]> =>
  db.sql.unsafe<Discrepancy[]>(forbiddenAlways);
export const findDiscrepanciesAtEnd = (db: TestDatabase): Promise<Discrepancy[]> =>
  db.sql.unsafe<Discrepancy[]>(`select * from (${forbiddenAlways}) a union all ${forbiddenAtEnd}`);

/** Returns the kinds of results that the histories of a database reached. A rule without its case proves nothing. */
export async function readReachedCases(db: TestDatabase): Promise<string[]> {
  const rows = await db.sql<{ what: string }[]>`
    select distinct 'payment ' || result as what from public.payments
    union select distinct 'order ' || status from public.orders
    union select distinct 'line ' || status from public.order_lines
    union select distinct 'entry ' || status from public.waitlist_entries
    union select distinct 'refund ' || status from public.refunds
    union select distinct 'decision ' || resolution from public.payment_decisions where resolution is not null
    union select distinct 'rung ' || rung_id from public.camp_enrollments
    union select 'try-out of a known child' from public.passes p join public.families f on f.id = p.family_id
      where p.offer_id = 'pass-once' and f.primary_parent_id is not null
    union select 'pass given back in part' from public.order_lines l
      join public.passes p on p.order_line_id = l.id cross join lateral (${db.sql.unsafe(usedSessions)}) u where l.status = 'cancelled' and u.used > 0
    union select 'family ' || action from public.audit_log where action in ('merge', 'erase')
    union select 'child proposed' from public.children where status = 'proposed'
    union select 'renewal ' || result from public.payments where invoice_id is not null and result is not null
    union select 'move paid' from public.order_lines where moved_to_line_id is not null
    union select 'sold at the desk' from public.payments where provider = 'desk'
    union select 'camp called off' from public.camp_weeks where cancelled_at is not null
    union select 'waited for what was called off' from public.waitlist_entries e
      left join public.sessions s on s.id = e.session_id left join public.camp_weeks c on c.id = e.camp_id
      where s.status = 'cancelled' or c.cancelled_at is not null
    union select distinct 'dispute ' || coalesce(outcome, 'open') from public.payment_disputes where payment_id is not null
    union select 'move refused' from public.outbox where payload #> '{cancelled,not_moved}' = 'true'
    union select 'rebate' from public.camp_enrollments where sibling_rebate`;
  return rows.map(({ what }) => what);
}
