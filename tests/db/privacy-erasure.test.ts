import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import {
  behaviourFields,
  fullChild,
  fullProfile,
  healthFields,
  makeParent,
  parentHealthFields,
  saveChild,
  saveProfile,
  signedIn,
} from '#support/sql-details.ts';
import * as leads from '#support/sql-leads.ts';
import * as privacy from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let parent: Caller;
let second: Caller;
let familyId: string;
let otherFamilyId: string;
let remaining: unknown;

/** All texts of the family contain the first marker, and its numbers contain one of the others. */
const markers = ['zebra', '+659876', '+656111', '61110006'];

beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = signedIn(await makeUser(db, 'boss@example.test', ['admin']));
  const session = await shop.makeSession(db, { capacity: 20 });

  const bystander = await makeParent(db, 'kept@example.test');
  ({ familyId: otherFamilyId } = await privacy.buyAs(db, 'kept', session));
  await db.sql`update public.families set primary_parent_id = ${bystander.sub ?? ''} where id = ${otherFamilyId}`;
  await saveProfile(db, bystander, { ...fullProfile('kept'), emergency_contacts: [] });

  parent = await makeParent(db, 'zebra@example.test');
  second = await makeParent(db, 'zebra.two@example.test');
  ({ familyId } = await privacy.buyAs(db, 'zebra', session));
  await db.sql`update public.families set primary_parent_id = ${parent.sub ?? ''} where id = ${familyId}`;
  await saveProfile(db, parent, fullProfile('zebra'));
  const child = await saveChild(db, parent, fullChild('zebra'));
  const { token } = await rpc<{ token: string }>(db, parent, 'invite_parent', {
    p_email: 'zebra.two@example.test',
  });
  await rpc(db, second, 'accept_invitation', { p_token: token });
  await saveProfile(db, second, fullProfile('zebra'));
  await rpc(db, parent, 'record_consent', {
    p_purpose: 'photo',
    p_given: true,
    p_version: 2,
    p_child_id: child.id,
  });
  await db.sql`
    insert into public.credit_ledger (pass_id, delta, reason, note)
    select id, 1, 'adjusted', 'for zebra''s fever' from public.passes where family_id = ${familyId}`;
  // The signed-in family went to the payment page and did not pay.
  const { order, orderId } = await privacy.goToPay(db, 'zebra', session);
  await db.sql`update public.orders set family_id = ${familyId} where id = ${orderId}`;
  await rpc(db, service, 'release_order', { p_secret: order.secret });
  await leads.reserveSpot(db, { parent_name: 'zebra', email: 'zebra@example.test', whatsapp: '+6598760001' });
  await rpc(db, admin, 'get_child_details', { p_child_id: child.id });
  remaining = await readOtherFamily();
});
afterAll(() => db.drop());

const erase = (id: string, who: Caller = admin, giveUp = false) =>
  rpc<{ erased: boolean; orders_retained: number; same_contact: string[] }>(db, who, 'erase_family', {
    p_family_id: id,
    p_accept_loss: giveUp,
  });

async function readOtherFamily() {
  const all = await rpc<Record<string, unknown>>(db, service, 'export_family', {
    p_family_id: otherFamilyId,
  });
  return { ...all, exported_at: null, access_log: null };
}

/** Returns what the books must keep: who paid how much for what, without personal data. */
async function books() {
  const [row] = await db.sql`
    select
      (select jsonb_agg(jsonb_build_array(id, number, status, total_cents, family_id, paid_at) order by id) from public.orders) as orders,
      (select jsonb_agg(jsonb_build_array(id, order_id, offer_id, session_id, title, price_cents, sessions) order by id) from public.order_lines) as lines,
      (select jsonb_agg(to_jsonb(t) order by id) from public.payments t) as payments,
      (select jsonb_agg(to_jsonb(t) order by id) from public.passes t) as passes,
      (select jsonb_agg(to_jsonb(t) - 'note' order by id) from public.credit_ledger t) as ledger,
      (select jsonb_agg(jsonb_build_array(id, session_id, child_id, family_id, status) order by id) from public.bookings) as bookings,
      (select jsonb_agg(to_jsonb(t) order by id) from public.consents t) as consents`;
  return row;
}

describe('erasing a family', () => {
  test('erasing is refused while a booking or a payment is open', async () => {
    expect(await refusal(erase(familyId))).toMatchObject({
      code: 'family_in_use',
      status: 409,
      field: 'bookings',
    });
    await db.sql`update public.bookings set status = 'cancelled' where family_id = ${familyId}`;
    const before = await privacy.findMarkers(db, markers);
    const { order } = await privacy.goToPay(db, 'kept', await shop.makeSession(db));
    await db.sql`update public.orders set family_id = ${familyId} where secret = ${order.secret}`;
    expect(await refusal(erase(familyId))).toMatchObject({ code: 'family_in_use', field: 'orders' });
    await db.sql`update public.orders set family_id = null where secret = ${order.secret}`;
    expect(await privacy.findMarkers(db, markers)).toEqual(before);
  });

  test('control: all markers can be found before erasing', async () => {
    const found = await privacy.findMarkers(db, markers);
    const planted = [
      'auth.users.email',
      'checkout_attempts.params',
      'checkout_attempts.terms',
      'credit_ledger.note',
      'families.contact_email',
      'families.contact_name',
      'families.contact_phone',
      'family_invitations.email',
      'leads.email',
      'leads.name',
      'leads.phone_number',
      'order_children.name',
      'orders.parent_email',
      'orders.parent_name',
      'orders.parent_phone',
      'outbox.payload',
      'outbox.recipient',
      ...[
        'name',
        'first_name',
        'last_name',
        'email',
        'phone',
        'secondary_phone',
        'address',
        'special_instructions',
      ].map((field) => `profiles.${field}`),
      'profiles.whatsapp_phone',
      ...parentHealthFields.map((field) => `profile_health.${field}`),
      'profile_health.doctor_phone',
      ...healthFields.map((field) => `child_health.${field}`),
      'child_health.doctor_phone',
      ...behaviourFields.map((field) => `child_behaviour.${field}`),
      ...['name', 'gender', 'experience_level', 'shirt_size'].map((field) => `children.${field}`),
      ...['emergency_contacts', 'pickup_authorizations'].flatMap((table) =>
        ['name', 'relationship', 'phone'].map((field) => `${table}.${field}`),
      ),
    ];
    expect(planted.filter((column) => !found.includes(column))).toEqual([]);
  });

  test('nothing personal is left, and the books are unchanged', async () => {
    const before = await books();
    // The family has a credit left. It must be used, or the erasure must accept its loss.
    expect(await refusal(erase(familyId))).toMatchObject({
      code: 'family_outstanding',
      field: 'p_accept_loss',
    });
    expect(await erase(familyId, admin, true)).toEqual({
      erased: true,
      orders_retained: 2,
      same_contact: [],
    });
    // The other family has the same phone numbers and its own marker. Leads are only typed, and the address may be
    // another person's, so they stay until their own retention ends.
    expect(await privacy.findMarkers(db, ['zebra'])).toEqual([
      'leads.email',
      'leads.name',
      'leads.notes',
      'leads.search_text',
      'spot_reservations.parent_name',
    ]);
    const numbers = await db.sql`
      select from public.profiles where family_id = ${familyId} or id in ${db.sql([parent.sub ?? '', second.sub ?? ''])}`;
    expect(numbers).toHaveLength(0);
    expect(await books()).toEqual(before);
    const rows = await db.sql`
      select c.name, c.dob, f.contact_name, f.contact_phone, f.erased_at is not null as erased
      from public.children c join public.families f on f.id = c.family_id where f.id = ${familyId}`;
    for (const row of rows) {
      expect(row).toEqual({
        name: 'Erased',
        dob: '2018-01-01',
        contact_name: 'Erased',
        contact_phone: null,
        erased: true,
      });
    }
    expect(rows.length).toBeGreaterThan(0);
  });

  test('nobody else’s data change', async () => {
    expect(await readOtherFamily()).toEqual(remaining);
  });

  test('erasing is logged by id, stops all mails, and can be repeated', async () => {
    const [entry] = await db.sql`
      select user_id, actor, row_key from public.audit_log where action = 'erase' order by id desc limit 1`;
    expect(entry).toEqual({ user_id: admin.sub, actor: 'authenticated', row_key: familyId });
    const mails = await rpc<{ recipient: string }[]>(db, service, 'claim_outbox', { p_limit: 100 });
    expect(mails.map(({ recipient }) => recipient).every((to) => to.startsWith('kept'))).toBe(true);
    const before = await books();
    expect(await erase(familyId, service, true)).toMatchObject({ erased: true });
    expect(await books()).toEqual(before);
    expect(await readOtherFamily()).toEqual(remaining);
  });

  test('a late payment of an erased checkout becomes a decision, and not a booking', async () => {
    const [row] = await db.sql<[{ order_id: string; session_id: string; total: number }]>`
      select o.id as order_id, a.session_id, o.total_cents as total
      from public.orders o join public.checkout_attempts a on a.order_id = o.id where o.status = 'released' limit 1`;
    const payment = {
      event_id: 'evt_late',
      event_type: 'checkout.session.completed',
      session_id: row.session_id,
      payment_intent: 'pi_late',
      order_id: row.order_id,
      amount_cents: row.total,
      currency: 'sgd',
    };
    expect(await shop.confirmPayment(db, payment)).toMatchObject({ result: 'mismatch' });
  });
});

test('staff who erase their family keep their account and lose their data as a parent', async () => {
  const coach = await makeParent(db, 'coach@example.test');
  await db.sql`insert into public.user_roles (user_id, role) values (${coach.sub ?? ''}, 'coach')`;
  await saveProfile(db, coach, fullProfile('lemur'));
  const { family_id } = await saveChild(db, coach, fullChild('lemur'));
  await erase(family_id);
  expect(await privacy.findMarkers(db, ['lemur'])).toEqual([
    'profiles.first_name',
    'profiles.last_name',
    'profiles.name',
    'profiles.search_text',
  ]);
  expect(await rpc(db, coach, 'get_parent_profile')).toMatchObject({
    family_id: null,
    phone: null,
    health: null,
  });
});

test('other purchases under the same address are named and not changed', async () => {
  const session = await shop.makeSession(db, { capacity: 2 });
  const [first, again] = [
    await privacy.buyAs(db, 'okapi', session),
    await privacy.buyAs(db, 'okapi', session),
  ];
  await db.sql`update public.bookings set status = 'cancelled' where family_id = ${first.familyId}`;
  expect(await erase(first.familyId)).toMatchObject({ same_contact: [again.familyId] });
  const [row] = await db.sql`select contact_name from public.families where id = ${again.familyId}`;
  expect(row).toEqual({ contact_name: 'okapi Buyer' });
});

test('the ledger still refuses every other change, and any note added later', async () => {
  for (const change of ['delta = 9', "note = 'x'", 'note = null, delta = 9', 'created_at = now()']) {
    expect
      .soft(await sqlState(db.sql.unsafe(`update public.credit_ledger set ${change}`)), change)
      .toBe('23001');
  }
});
