import type { Caller, TestDatabase } from './database.ts';
import { makeCampRows } from './sql-camps.ts';
import { makeDetails } from './sql-details.ts';
import { makeInterfaceRows } from './sql-interfaces.ts';
import { makeLeads } from './sql-leads.ts';
import { makePassRows } from './sql-passes.ts';
import * as roster from './sql-roster.ts';
import * as shop from './sql-selling.ts';
import * as waitlists from './sql-waitlists.ts';
import { makeUser, rpc, service, stopCalendar, visitor } from './sql.ts';

export interface People {
  callers: Record<
    | 'visitor'
    | 'parent'
    | 'second parent'
    | 'other parent'
    | 'coach'
    | 'admin'
    | 'business admin'
    | 'service',
    Caller
  >;
  parentId: string;
  secondParentId: string;
  coachId: string;
  familyId: string;
  otherFamilyId: string;
  /** A child of the parent who has a class and a camp today, both led by the coach. */
  childId: string;
  otherChildId: string;
  today: string;
}

/**
 * Makes two families and a guest who each bought a pass, staff of every role, and at least one row in every table, so
 * that the policies can be tested on all of them.
 */
export async function makePeople(db: TestDatabase): Promise<People> {
  const today = '2026-11-18';
  await stopCalendar(db, `${today}T12:00:00+08:00`);
  await shop.publish(
    db,
    [shop.tryout, shop.term, { ...shop.tryout, id: 'pass-old' }],
    '2026-02-01T00:00:00Z',
  );
  await shop.publish(db, [shop.tryout, shop.term]);
  const user = async (email: string, ...roles: string[]) => makeUser(db, email, roles);
  const [parentId, otherId] = [await user('parent@example.test'), await user('other@example.test')];
  const secondParentId = await user('second@example.test');
  const coachId = await user('coach@example.test', 'coach');
  const adminId = await user('admin@example.test', 'admin');
  const businessId = await user('business@example.test', 'business_admin');

  const first = await buyPass(db, parentId);
  const otherBought = await buyPass(db, otherId);
  await buyPass(db, null);
  await shop.hold(db, await shop.makeSession(db), { address: '203.0.113.7' });
  await db.sql`
    insert into public.desk_discounts (order_id, discount_cents, reason, given_by)
    select id, 100, 'Sorry', ${adminId} from public.orders limit 1`;
  await db.sql`
    insert into public.order_instalments (order_id, position, due_on, sold_due_on, cents, status)
    select id, 1, ${today}, ${today}, total_cents, 'cancelled' from public.orders`;
  await db.sql`
    insert into public.instalment_attempts (instalment_id, attempt, cents, expires_at)
    select id, 1, cents, now() from public.order_instalments`;
  await db.sql`
    with closed as (
      insert into public.desk_closes (id, day, seller_id, number_on_day, cash_expected_cents, cash_counted_cents, paynow_expected_cents,
        paynow_counted_cents, terminal_expected_cents, terminal_counted_cents)
      select gen_random_uuid(), ${today}, seller, 1, 0, 0, 0, 0, 0, 0 from unnest(${[coachId, adminId]}::uuid[]) seller
      returning id)
    insert into public.desk_close_items (close_id, payment_id)
    select (select id from closed limit 1), id from public.payments`;
  await db.sql`
    with payout as (
      insert into public.payouts (provider_payout_id, amount_cents, currency, status, is_automatic, made_at, arrival_on, checked_at)
      values ('po_cast', 9610, 'SGD', 'paid', true, now(), ${today}, now()) returning id)
    insert into public.balance_transactions (provider_transaction_id, payout_id, type, category, amount_cents, fee_cents,
      net_cents, currency, source, made_at, available_on)
    select 'txn_cast', id, 'charge', 'charge', 10000, 390, 9610, 'SGD', 'ch_cast', now(), ${today} from payout`;
  const wrongCheckout = await shop.openCheckout(db, await shop.makeSession(db));
  await shop.confirmPayment(db, shop.paymentOf(wrongCheckout, { amount_cents: 1 }));
  await db.sql`
    insert into public.refunds (payment_id, order_id, amount_cents, currency, reason)
    select id, order_id, 100, 'SGD', 'goodwill' from public.payments where result = 'confirmed'`;
  await db.sql`
    select private.spread_refund(r, private.lines_of_order(r.order_id), r.amount_cents) from public.refunds r`;
  await db.sql`insert into public.sweeps (name) values ('stripe')`;
  await db.sql`insert into public.sweep_problems (sweep, subject, problem) values ('stripe', 're_1', 'No')`;
  await db.sql`
    insert into public.trial_claims (claim, order_id, order_line_id)
    select 'a', order_id, id from public.order_lines limit 1`;
  await db.sql`
    insert into public.payment_disputes
      (provider_dispute_id, payment_intent, payment_id, amount_cents, currency, reason, provider_status, checked_at)
    select 'dp_' || payment_intent, payment_intent, id, amount_cents, 'SGD', 'general', 'needs_response', now()
    from public.payments where result = 'confirmed'`;
  await db.sql`
    insert into public.gift_vouchers (code_hash, last_four, amount_cents, currency, buyer_name, reason, request_key)
    values ('hash', 'B8WD', 5000, 'SGD', 'Grandma', 'Prize', gen_random_uuid())`;
  await db.sql`
    insert into public.family_balance_entries (family_id, kind, amount_cents)
    values (${otherBought.familyId}, 'given', 5000), (${first.familyId}, 'given', 5000)`;
  await db.sql`
    insert into public.family_notes (id, family_id, note) values (gen_random_uuid(), ${otherBought.familyId}, 'Calls back')`;
  await db.sql`
    insert into public.tasks (id, kind, title, owner_id, family_id)
    select gen_random_uuid(), 'todo', 'Call about the helmet', owner, ${otherBought.familyId}
    from unnest(${[coachId, adminId]}::uuid[]) owner`;
  await db.sql`
    insert into public.distinct_families (family_id, other_id)
    select min(id::text)::uuid, max(id::text)::uuid from public.families`;
  await db.sql`insert into public.dropped_photos (path) values ('a')`;
  await db.sql`insert into public.mail_wordings (sentences, updated_at) values ('{}', now())`;
  await db.sql`insert into public.packing_lists (kind, things, updated_at) values ('camps', '{A cap}', now())`;
  await db.sql`insert into public.source_maps (file, release, digest) values ('a.js', 'r1', ${'0'.repeat(64)})`;
  await db.sql`
    insert into public.staff_invitations (email, name, role, token_hash, expires_at)
    values ('invited@example.test', 'Nadia', 'coach', 'hash', now() + interval '1 day')`;
  await makeInterfaceRows(db);
  await db.sql`
    insert into public.pictures (id, name, path, width, height, bytes, shows, uploaded_by)
    select i, 'Bowl', i || '.jpg', 800, 600, 1000, 'children', ${coachId} from gen_random_uuid() i`;
  await db.sql`
    insert into public.picture_children (picture_id, child_id)
    select p.id, ${first.childId} from public.pictures p`;
  await db.sql`insert into public.coach_hours (coach_id, weekday) select id, 1 from public.coaches order by id limit 1`;
  await db.sql`
    insert into public.coach_absences (coach_id, first_day, last_day, kind)
    select id, ${today}::date - 30, ${today}::date - 30, 'holiday' from public.coaches order by id limit 1`;
  await db.sql`
    insert into public.coach_exceptions (session_id, coach_id, kinds, reason)
    select s.id, s.coach_id, '{absent}', 'Comes in' from public.sessions s where s.coach_id is not null order by s.id limit 1`;
  await db.sql`insert into public.seasons (name, first_day, last_day) values ('Term', ${today}, ${today})`;
  await db.sql`
    insert into public.closed_days (day, name, source) values ('2026-02-02', 'Team day', 'staff')`;
  await db.sql`insert into public.lost_links (email) values ('lost@example.test')`;
  await db.sql`insert into public.outbox_pace (next_at) values (now())`;
  await db.sql`
    insert into public.purge_positions (class, rows_of) select class, 'none' from public.retention_periods limit 1`;
  await rpc(db, service, 'record_page_vitals', { p_page: '/', p_device: 'phone', p_values: { lcp: 900 } });
  await rpc(db, service, 'count_question', { p_question: 'is there parking', p_outcome: 'nothing' });
  await rpc(db, service, 'claim_model_answer', {
    p_model: 'claude-haiku-4-5',
    p_input: 1,
    p_output: 1,
    p_question: 'is there parking',
    p_headers: {},
  });
  await rpc(db, service, 'check_rate', { p_key: 'a', p_limit: 1, p_window_seconds: 60 });

  const session = await shop.makeSession(db, { capacity: 4, date: today });
  await insertBooking(db, session, first, 'booked');
  await insertBooking(db, session, otherBought, 'cancelled');
  await makeCampRows(db, today, first, otherBought);
  await db.sql`
    with photo as (
      insert into public.camp_photos (id, camp_id, day, path, others, expires_at)
      select gen_random_uuid(), camp_id, ${today}, ${`${'0'.repeat(32)}.jpg`}, 'none', now() + interval '1 day'
      from public.camp_enrollments where child_id = ${first.childId} limit 1 returning id, camp_id)
    insert into public.camp_photo_tags (photo_id, child_id, enrollment_id)
    select p.id, e.child_id, e.id from photo p join public.camp_enrollments e on e.camp_id = p.camp_id
    where e.child_id = ${first.childId}`;
  await makePassRows(db, today, first, otherBought, adminId);
  const camps = await db.sql<{ id: string }[]>`
    select id from public.camp_weeks where ${today}::date between start_date and end_date`;
  await db.sql`
    insert into public.place_notices (camp_id, changed, is_notified, families, mails)
    select id, '{coach}', false, 1, 0 from public.camp_weeks limit 1`;
  await db.sql`
    insert into public.camp_sale_exceptions (camp_id, reason) select id, 'a' from public.camp_weeks limit 1`;
  await roster.assignAsCoach(db, coachId, session, ...camps.map(({ id }) => id));
  await makeLeads(db, { role: 'authenticated', sub: adminId }, today);
  await makePublications(db);
  await db.sql`
    with message as (
      insert into public.messages (id, kind, audience, subject, body, content_key, gathered_at, settled_at, counts)
      values (gen_random_uuid(), 'about', '{"segment": "active_pass"}', 'Hello', 'Hello', 'a', now(), now(),
        '{"all": 1, "left_out": 0, "sent": 1, "failed": 0, "stopped": 0, "waiting": 0}') returning id)
    insert into public.message_recipients (message_id, address_hash) select id, 'a' from message`;
  await db.sql`insert into public.news_stops (address_hash, stopped_at) values ('a', now())`;
  await db.sql`insert into public.bounced_addresses (email, bounced_at) values ('gone@example.test', now())`;
  await db.sql`insert into public.phone_channels (channel, seen_at) values ('sms', '-infinity')`;
  await db.sql`
    with said as (
      insert into public.channel_permissions (family_id, channel, allowed, source)
      select family_id, 'whatsapp', true, 'account' from public.bookings where session_id = ${session} limit 1
      returning family_id)
    insert into public.phone_messages (key, cause, channel, family_id, phone, occasion, place_ids, payload, is_urgent, not_before, sent_at)
    select 'a', 'a', 'whatsapp', family_id, '+6591234567', 'cancelled', array[${session}::uuid], '{"words": "Hello"}', false, now(), now()
    from said`;
  await db.sql`
    insert into public.chat_marks (occasion, place_ids, family_id)
    select 'notice', array[session_id], family_id from public.bookings where session_id = ${session} limit 1`;
  await makeWaiting(db, signedInAs(parentId), signedInAs(otherId));
  await roster.makeMarks(db);

  const [parent, second, other] = [signedInAs(parentId), signedInAs(secondParentId), signedInAs(otherId)];
  const coach = signedInAs(coachId);
  const children = { childId: first.childId, otherChildId: otherBought.childId };
  await makeDetails(db, { parent, second, other, coach, ...children });
  return {
    callers: {
      visitor: visitor,
      parent,
      'second parent': second,
      'other parent': other,
      coach,
      admin: signedInAs(adminId),
      // The role needs a second factor (settings.second_factor_roles).
      'business admin': { ...signedInAs(businessId), claims: { aal: 'aal2' } },
      service: service,
    },
    parentId,
    secondParentId,
    coachId,
    familyId: first.familyId,
    otherFamilyId: otherBought.familyId,
    childId: first.childId,
    otherChildId: otherBought.childId,
    today,
  };
}

interface Bought {
  familyId: string;
  childId: string;
}

async function buyPass(db: TestDatabase, parentId: string | null): Promise<Bought> {
  const paid = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
  await shop.confirmPayment(db, shop.paymentOf(paid));
  const [row] = await db.sql<[Bought]>`
    select o.family_id as "familyId", c.id as "childId"
    from public.orders o join public.children c on c.family_id = o.family_id where o.id = ${paid.orderId}`;
  await db.sql`update public.families set primary_parent_id = ${parentId} where id = ${row.familyId}`;
  return row;
}

async function insertBooking(
  db: TestDatabase,
  sessionId: string,
  child: Bought,
  status: string,
): Promise<void> {
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id, status)
    select id, session_date, session_time, ${child.childId}, ${child.familyId}, ${status}
    from public.sessions where id = ${sessionId}`;
}

const signedInAs = (sub: string): Caller => ({ role: 'authenticated', sub });

/** Puts both families and a guest on the waitlist of a full session. The guest has an offer. */
async function makeWaiting(db: TestDatabase, parent: Caller, other: Caller): Promise<void> {
  const { session, order } = await waitlists.makeFullSession(db);
  await waitlists.joinWaitlist(db, { session_id: session });
  for (const who of [parent, other]) {
    const p_entry = waitlists.joinRequest({ session_id: session });
    const entry = await waitlists.joinAs(db, who, p_entry);
    await db.sql`
      insert into public.waitlist_offers (entry_id, session_id, places, positions, expires_at, status)
      values (${entry.entry_id}, ${session}, 1, '{0}', clock_timestamp(), 'lapsed')`;
  }
  await waitlists.releaseOrder(db, order);
}

/** Makes a published page, the build that includes it, a planned moment, and a price that waits for approval. */
async function makePublications(db: TestDatabase): Promise<void> {
  const page = { id: 'homePage', revision: 'r1', updated_at: '2026-01-01T00:00:00Z' };
  await rpc(db, service, 'record_publications', {
    p_documents: [page],
    p_snapshot_at: '2026-01-01T00:00:00Z',
  });
  await rpc(db, service, 'report_build', {
    p_build: 'b1',
    p_state: 'built',
    p_documents: [{ id: 'homePage', revision: 'r1', pages: ['/'] }],
  });
  await db.sql`insert into public.planned_moments (at) values ('2089-01-01T00:00:00Z')`;
  await db.sql`insert into public.queue_tickets (secret_hash, expires_at)
    values ('hash of a ticket', clock_timestamp())`;
  await db.sql`insert into public.rebuild_causes (cause, requested_at) values ('camps', clock_timestamp())`;
  await db.sql`insert into public.deleted_documents (document_id, type, title) values ('gone', 'faq', 'Gone')`;
  await db.sql`
    insert into public.price_approvals (offer_id, title, prices, reference_cents, lowest_cents)
    values ('pass-low', 'Low', '{"listed": 5000}', 16700, 5000)`;
}

export async function mergeFamilies(db: TestDatabase, who: Caller, p_from: string, p_into: string) {
  const { fingerprint } = await rpc<{ fingerprint: string }>(db, who, 'preview_merge', {
    p_from,
    p_into,
  }).catch(() => ({ fingerprint: 'nothing' }));
  return rpc(db, who, 'merge_families', { p_from, p_into, p_expected: fingerprint });
}
