/** Tests that the erasure of a family finds every mail about it: by an id in its key, or by an order's number. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';

let db: TestDatabase;
let sources: string[];
let templates: string[];
beforeAll(async () => {
  db = await createDatabase();
  const functions = await db.sql<{ source: string }[]>`
    select prosrc as source from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  sources = functions.map(({ source }) => source);
  const [row] = await db.sql<[{ checks: string }]>`
    select pg_get_constraintdef(oid) as checks from pg_constraint where conname = 'outbox_template_check'`;
  templates = [...row.checks.matchAll(/'([a-z_]+)'::text/g)].map(([, name = '']) => name).toSorted();
});
afterAll(() => db.drop());

const order = 'an order’s mail, which has its number';
/**
 * How private.empty_mails finds the mails of each template: by an order's number, or by the id in the key, written as
 * in SQL. A new template must be listed here.
 */
const foundBy: Record<string, typeof order | { ids: string[] } | { instead: string }> = {
  booking_confirmed: order,
  paid_late_reseated: order,
  paid_late_choice: order,
  order_cancelled: order,
  order_moved: order,
  order_link: order,
  refund_sent: order,
  payment_failed: order,
  renewal_paid: order,
  instalment_due: order,
  instalment_paid: order,
  cancelled_by_us: { ids: ['v_family.family_id'] },
  payment_problem: { ids: ['s.family_id'] },
  pass_expiring: { ids: ['p.id'] },
  renewal_changed: { ids: ['p_subscription.order_line_id'] },
  pass_changed: { ids: ['p.id'] },
  session_reminder: { ids: ['b.family_id', 'e.family_id', 'k.family_id'] },
  growth_report: { ids: ['v_child.family_id'] },
  camp_day_changed: { ids: ['v_family.family_id'] },
  friend_booked: { ids: ['p_referral.family_id'] },
  camp_review: { ids: ['n.family_id', 'e.family_id'] },
  class_booked: { ids: ['v_family.id'] },
  class_cancelled: { ids: ['b.family_id'] },
  free_spot: { ids: ['p_family_id'] },
  place_changed: { ids: ['f.id', 'e.id', 'p_family_id'] },
  details_requested: { ids: ['v_child.family_id'] },
  details_corrected: { ids: ['n.family_id', 'p_family.id'] },
  parent_invitation: { ids: ['p_family.id', 'v_family.id', 'family_id'] },
  parents_changed: { ids: ['p_family_id'] },
  message: { ids: ['p_recipient.family_id, p_recipient.entry_id'] },
  waitlist_confirm: { ids: ['p_entry.id', 'e.id'] },
  waitlist_joined: { ids: ['p_entry.id'] },
  waitlist_offer: { ids: ['p_offer.id'] },
  waitlist_open: { ids: ['p_entry.id'] },
  waitlist_removed: { ids: ['p_entry.id'] },
  waitlist_cancelled_by_us: { ids: ['p_entry_id', 'w.id'] },
  hand_over: { instead: 'the key is made for both by private.notify_parents, with the family’s id' },
  camp_photos: { ids: ['v_family.family_id', 'c.family_id'] },
  first_aid: { instead: 'the key is made for both by private.notify_parents, with the family’s id' },
  gift_voucher: { instead: 'the buyer’s; emptied when the voucher is purged' },
  birthday_enquiry: { instead: 'a lead’s, which was only typed' },
  birthday_enquiry_notice: { instead: 'goes to staff' },
  party_answers: { instead: 'a party’s, with a retention of its own' },
  party_notice: { instead: 'a guest’s, with the retention of the party' },
  party_reminder: { instead: 'a party’s, with a retention of its own' },
  rsvp_copy: { instead: 'a guest’s, with the retention of the party' },
  offers_notice: { instead: 'goes to staff' },
  staff_notice: { instead: 'goes to staff' },
  staff_invitation: { instead: 'goes to staff' },
  coach_plan: { instead: 'goes to staff' },
  weekly_summary: { instead: 'goes to staff' },
  second_factor_removed: { instead: 'goes to staff' },
  alert_began: { instead: 'goes to staff' },
  alert_ended: { instead: 'goes to staff' },
};

test('every template is listed, and no other', () =>
  expect(Object.keys(foundBy).toSorted()).toEqual(templates));

/** Returns the text up to the bracket that closes its first one. */
function upToBracket(text: string): string {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return text;
}

/** Each expression that makes a key of this template. */
const keysOf = (template: string): string[] => {
  const begins = new RegExp(
    String.raw`format\('${template}:|concat_ws\(':', '${template}',|, '${template}:' \|\|`,
    'g',
  );
  return sources.flatMap((source) =>
    [...source.matchAll(begins)].map(({ 0: begin, index }) =>
      begin.startsWith(',')
        ? source.slice(index, index + 220)
        : upToBracket(source.slice(index, index + 300)),
    ),
  );
};

test('the keys of mails about a family contain its id, or that of its entry, offer, pass or line', () => {
  for (const [template, how] of Object.entries(foundBy)) {
    if (typeof how === 'string' || 'instead' in how) continue;
    const found = keysOf(template);
    expect.soft(found.length, template).toBeGreaterThan(0);
    for (const key of found)
      expect
        .soft(
          how.ids.some((id) =>
            new RegExp(String.raw`[ (]${id.replaceAll('.', String.raw`\.`)}[,): ]`).test(key),
          ),
          `${template}: ${key}`,
        )
        .toBe(true);
  }
});
