import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { faults, lints, ours } from '../support/catalogue-lints.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

/** What a visitor may call, and why. */
const visitorFunctions: Record<string, string> = {
  'public.ensure_next_weekend_funstart_sessions':
    'the first page load of a week makes its sessions, as the templates say',
  'public.get_session_availability_with_enrollments': 'numbers, not people',
  'public.get_sessions_ahead': 'numbers, not people',
  'public.hold_order': 'guests buy without an account',
  'public.get_order': 'the secret is the identity',
  'public.renew_hold': 'the secret is the identity',
  'public.get_camp_prices': 'numbers, not people',
  'public.quote_order': 'guests ask for prices without an account; writes nothing',
  'public.get_managed_order': 'the link is the identity',
  'public.cancel_lines': 'the link is the identity',
  'public.move_line': 'the link is the identity',
  'public.quote_move': 'the link is the identity',
  'public.choose_late': 'the link is the identity',
  'public.hold_move': 'the link is the identity',
  'public.find_renewal': 'the link is the identity',
  'public.save_order_child': 'the link is the identity; writes, and answers nothing about the child',
  'public.find_pass_sessions': 'the link is the identity',
  'public.book_pass_session': 'the link is the identity',
  'public.cancel_pass_session': 'the link is the identity',
  'public.request_order_links': 'writes an address down, the same row for all; mails go to that address only',
  'public.request_order_link': 'answers the same whatever is known; the mail goes to the order’s own address',
  'public.place_credit_line': 'the link is the identity',
  'private.camp_now': 'the view camps asks it; numbers, not people',
  'public.create_lead': 'visitors write leads only through its checks',
  'public.reserve_spot': 'visitors write leads only through its checks',
  'public.update_lead': 'the token is the identity; says one thing',
  'public.enquire_birthday': 'visitors write enquiries only through its checks',
  'public.record_analytics': 'visitors write analytics only through its filter',
  'public.count_question': 'visitors write questions only through its filter, and read none',
  'public.report_error': 'visitors write reports only through its filter',
  'public.get_location_viewers': 'numbers, not people',
  'public.check_pass_eligibility': 'tells a visitor to sign in, whatever is known',
  'public.get_recent_bookings': 'what was booked, not by whom',
  'public.get_party': 'the code is the identity',
  'public.save_form_draft': 'the token is the identity',
  'public.load_form_draft': 'the token is the identity',
  'public.submit_form_response': 'guests of a party have no account',
  'public.enhanced_rate_limit_check': 'counts the caller under their own address',
  'public.get_offer_use': 'offers and camps are public; of orders yes or no, for Studio',
  'public.get_publication_status': 'what became of published content, for Studio; not people',
  'public.note_admin_attempt': 'writes that somebody tries, limited; answers the same to all',
  'public.join_waitlist': 'guests wait without an account',
  'public.confirm_waitlist_entry': 'guests wait without an account',
  'public.get_waitlist_entry': 'the secret is the identity',
  'public.decline_waitlist_offer': 'the secret is the identity',
  'public.read_shared_roster': 'the token is the identity; initials and nothing else of people',
  'public.leave_waitlist': 'the secret is the identity',
  'private.is_admin': 'the policy on offers asks it',
  'private.before_request': 'the API asks it before every request',
  'private.has_any_role': 'private.is_admin asks it',
};

/** What somebody signed in may call besides. */
const memberFunctions: Record<string, string> = {
  'public.has_role': 'answers about oneself',
  'public.list_asked_questions': 'admins alone, asked inside',
  'public.log_security_access': "writes the caller's own entry, limited and marked as reported",
  'public.get_parent_profile': 'answers about oneself',
  'public.save_profile': 'writes only the own profile and family',
  'public.save_child': 'writes only into the own family',
  'public.record_consent': 'who and for which family come from the token',
  'public.invite_parent': 'for the own family',
  'public.withdraw_invitation': 'of the own family',
  'public.accept_invitation': 'asks for the link and the proven address',
  'public.remove_second_parent': 'of the own family',
  'public.leave_family': 'of the own family',
  'public.hand_over_family': 'of the own family',
  'public.renew_calendar_link': 'of the own family',
  'public.revoke_calendar_link': 'of the own family',
  'public.get_child_photos': 'of the own family’s children',
  'public.get_privacy_receipt': 'answers about the own family',
  'public.get_family_orders': 'answers about the own family',
  'public.credits_remaining': "with the caller's rights",
  'public.get_family_children_with_credits': "with the caller's rights",
  'public.get_family_dashboard': 'answers about the own family',
  'public.asked_again': 'of a row that the caller reads already',
  'public.get_pickup_codes': 'answers about the own family',
  'public.check_pickup_code': 'asks for staff itself, and logs what it told',
  'public.get_on_record': 'answers about oneself and the own family',
  'public.get_child_details': 'asks for the parent or an admin itself, and logs the read',
  'public.get_parent_health': 'asks for an admin itself, and logs the read',
  'public.get_todays_roster': 'asks for staff itself, and logs the read',
  'public.get_roster': 'asks for an admin itself, and logs the read',
  'public.export_family': 'asks for the parent, an admin or the service itself',
  'public.publish_consent_text': 'asks for an admin or the service itself',
  'public.purge_expired': 'asks for an admin or the service itself',
  'public.accept_proposal': 'only what is proposed to the family of the token’s user',
  'public.decline_proposal': 'only what is proposed to the family of the token’s user',
  'public.erase_family': 'asks for an admin or the service, or for the own first parent, itself',
  'public.create_party': 'asks for an admin itself',
  'public.cancel_party': 'asks for an admin itself',
  'public.update_party': 'asks for an admin itself',
  'public.restore_party': 'asks for an admin itself',
  'public.remind_party': 'asks for an admin itself',
  'public.settle_answers': 'asks for an admin itself',
  'public.list_parties': 'asks for an admin itself',
  'public.get_party_story': 'asks for an admin itself; nothing of health',
  'public.list_birthday_enquiries': 'asks for an admin itself',
  'public.list_pictures': 'asks for staff itself; of coaches their own',
  'public.get_picture': 'asks for staff itself; of coaches their own',
  'public.get_picture_paths': 'asks for staff itself; of coaches their own, and to share for an admin',
  'public.save_picture': 'asks for staff itself; of coaches their own, and who is in one for an admin',
  'public.delete_picture': 'asks for staff itself; of coaches their own',
  'public.find_picture_children': 'asks for an admin itself',
  'public.get_todays_parties': 'asks for staff itself; no contacts',
  'public.get_party_health': 'asks for staff itself, and logs the read',
  'public.get_response_health': 'asks for an admin itself, and logs the read',
  'public.create_camp': 'asks for an admin itself',
  'public.update_camp': 'asks for an admin itself',
  'public.raise_camp_capacity': 'asks for an admin itself',
  'public.cancel_camp': 'asks for an admin itself',
  'public.cancel_session': 'asks for an admin itself',
  'public.resolve_called_off': 'asks for an admin itself',
  'public.resolve_decision': 'asks for an admin itself',
  'public.refund_order': 'asks for an admin itself',
  'public.refund_line': 'asks for an admin itself',
  'public.settle_desk_refund': 'asks for an admin itself',
  'public.resend_mail': 'asks for an admin itself',
  'public.save_promotion_code': 'asks for an admin itself',
  'public.get_my_waitlist': 'answers about the own family',
  'public.restore_waitlist_offer': 'asks for an admin itself',
  'public.set_session_capacity': 'asks for an admin itself',
  'public.get_system_health': 'asks for an admin itself; numbers, not people',
  'public.get_management_today': 'asks for an admin itself',
  'public.list_orders': 'asks for an admin itself',
  'public.get_order_story': 'asks for an admin itself',
  'public.send_order_link': 'asks for an admin itself',
  'public.read_todays_health': 'asks for an admin itself, and logs the read',
  'public.enter_admin_access': 'writes the caller’s own entry, after an attempt that is known',
  'public.reconcile_books': 'asks for an admin itself',
  'public.reconcile_hourly': 'asks for an admin or the service itself',
  'public.check_published_tiers': 'asks for an admin itself',
  'public.book_session': "the own family's child, or asks for an admin itself",
  'public.book_sessions': "the own family's children, or asks for an admin itself",
  'public.take_offer_with_credits': 'the own family’s entry',
  'public.list_bookable_sessions': "the own family's children, or asks for an admin itself",
  'public.cancel_booking': "the own family's booking, or asks for an admin itself",
  'public.reschedule_booking': "the own family's booking, or asks for an admin itself",
  'public.claim_make_up': "the own family's booking, or asks for an admin itself",
  'public.link_purchases': 'asks for the proven address',
  'public.prepare_pass_checkout': "for the own family's child",
  'public.find_my_order': "the own family's order",
  'public.grant_credit': 'asks for an admin itself',
  'public.sell_at_desk': 'asks for an admin itself',
  'public.merge_families': 'asks for an admin itself',
  'public.mark_roster': 'asks for staff, and whose place it is, itself',
  'public.get_roster_state': 'asks for staff itself; marks by ids, of their own places',
  'public.share_roster': 'asks for staff, and whose place it is, itself',
  'public.assign_coach': 'asks for an admin itself',
  'public.take_attendance': 'asks for staff, and whose session it is, itself',
  'public.take_camp_attendance': 'asks for staff, and whose camp it is, itself',
  'public.set_child_level': 'asks for staff itself',
  'public.agree_team': 'asks for staff itself',
  'private.my_sessions_today': 'asked by policies; the own ones alone',
  'private.my_camps_today': 'asked by policies; the own ones alone',
  'private.is_coach': 'asked by policies',
  'private.my_family_id': 'asked by policies',
  'private.is_on_my_roster': 'asked by policies; of what the caller leads alone',
  'private.calendar_now': 'asked by policies',
  'private.calendar_today': 'asked by policies',
  'private.time_zone': 'asked by policies',
};

/** Tables without a policy: nobody but the server's functions has any business there. */
const closedTables = [
  'checkout_attempts',
  'conversions',
  'dropped_photos',
  'form_drafts',
  'form_response_health',
  'location_viewers',
  'lost_links',
  'once_claims',
  'order_child_details',
  'order_links',
  'outbox',
  'outbox_pace',
  'party_news',
  'payment_events',
  'picture_children',
  'pictures',
  'purge_positions',
  'rate_limits',
  'roster_shares',
];

test.each(lints)('there is no: %s', async (_, query) => {
  const found = await db.sql.unsafe(query);
  expect(found.map((row) => Object.values(row)[0] as unknown)).toEqual([]);
});

describe('the lints', () => {
  test.each(faults)('find: %s', async (rule, fault) => {
    const query = lints.find(([name]) => name.startsWith(rule))?.[1] ?? '';
    expect(query).not.toBe('');
    const undo = new Error('undo');
    await db.sql
      .begin(async (sql) => {
        await sql.unsafe(fault).simple();
        expect(await sql.unsafe(query)).not.toHaveLength(0);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  });
});

test.each([
  ['anon', visitorFunctions],
  ['authenticated', { ...visitorFunctions, ...memberFunctions }],
] as const)('%s may execute exactly what is listed with a reason', async (role, listed) => {
  const rows = await db.sql<{ name: string }[]>`
    select n.nspname || '.' || o.proname as name
    from pg_proc o join pg_namespace n on n.oid = o.pronamespace
    where ${db.sql.unsafe(ours)} and has_function_privilege(${role}, o.oid, 'execute') order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(listed).sort());
});

test('only the listed tables have no policy at all', async () => {
  const rows = await db.sql<{ name: string }[]>`
    select o.relname as name from pg_class o join pg_namespace n on n.oid = o.relnamespace
    where ${db.sql.unsafe(ours)} and o.relkind = 'r' and not exists (select from pg_policy p where p.polrelid = o.oid)
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(closedTables);
});

test('what a later migration makes is reachable by nobody until it is granted', async () => {
  const undo = new Error('undo');
  const check = db.sql.begin(async (sql) => {
    await sql`create function public.later() returns int language sql as 'select 1'`;
    await sql`create table public.later (id int primary key)`;
    const rows = await sql`
      select r.role from (values ('anon'), ('authenticated'), ('service_role')) r (role)
      where has_function_privilege(r.role, 'public.later()', 'execute')
        or has_table_privilege(r.role, 'public.later', 'SELECT, INSERT, UPDATE, DELETE')`;
    expect([...rows]).toEqual([]);
    throw undo;
  });
  await expect(check).rejects.toBe(undo);
});
