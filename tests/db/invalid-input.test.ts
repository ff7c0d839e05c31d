import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let session: string;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  session = await shop.makeSession(db, { capacity: 100 });
});
afterAll(() => db.drop());

const id = '00000000-0000-4000-8000-000000000000';
const line = { offer_id: 'pass-tryout', session_id: id, expected_price_cents: 3800 };
const withLine = (change: object) => ({ lines: [line, { ...line, ...change }], previous_secret: null });

const holdGarbage: [what: string, order: unknown, field: string][] = [
  ['nothing', null, 'p_order'],
  ['a number', 7, 'p_order'],
  ['an array', [line], 'p_order'],
  ['no lines', {}, 'lines'],
  ['lines as text', { lines: 'all' }, 'lines'],
  ['empty lines', { lines: [] }, 'lines'],
  ['nine lines', { lines: Array.from({ length: 9 }, () => line) }, 'lines'],
  ['a line that is null', { lines: [null] }, 'lines[0]'],
  ['a line that is a list', { lines: [line, []] }, 'lines[1]'],
  ['no offer', withLine({ offer_id: null }), 'lines[1].offer_id'],
  ['an empty offer', withLine({ offer_id: '' }), 'lines[1].offer_id'],
  ['an offer as number', withLine({ offer_id: 5 }), 'lines[1].offer_id'],
  ['an endless offer', withLine({ offer_id: 'x'.repeat(101) }), 'lines[1].offer_id'],
  ['a session that is no uuid', withLine({ session_id: "' or true --" }), 'lines[1].session_id'],
  ['a session as object', withLine({ session_id: {} }), 'lines[1].session_id'],
  ['a price as text', withLine({ expected_price_cents: '3800' }), 'lines[1].expected_price_cents'],
  ['half a cent', withLine({ expected_price_cents: 0.5 }), 'lines[1].expected_price_cents'],
  ['a negative price', withLine({ expected_price_cents: -1 }), 'lines[1].expected_price_cents'],
  ['an enormous price', withLine({ expected_price_cents: 1e300 }), 'lines[1].expected_price_cents'],
  ['a place for a child that is not there', withLine({ child: 0 }), 'lines[1].child'],
  ['children as text', { lines: [line], children: 'Kai' }, 'children'],
  ['nine children', { lines: [line], children: Array.from({ length: 9 }, () => ({})) }, 'children'],
  ['a ninth child by line', { lines: [line], children: Array.from({ length: 8 }, () => ({})) }, 'children'],
  ['a child that is null', { lines: [line], children: [null] }, 'children[0]'],
  ['a child whose id is none', { lines: [line], children: [{ id: 'kai' }] }, 'children[0].id'],
  ['a birth date to come', { lines: [line], children: [{ dob: '2085-01-01' }] }, 'children[0].dob'],
  ['a transport with spaces', withLine({ transport: 'door to door' }), 'lines[1].transport'],
  ['a camp that is no uuid', withLine({ camp_id: 'spark' }), 'lines[1].camp_id'],
  ['an endless code', { lines: [line], code: 'x'.repeat(61) }, 'code'],
  ['a code as list', { lines: [line], code: ['OTTER'] }, 'code'],
  ['splitting as text', { lines: [line], split: 'yes' }, 'split'],
  ['a secret that is none', { lines: [line], previous_secret: 'mine' }, 'previous_secret'],
  ['an own secret that is none', { lines: [line], secret: 'mine' }, 'secret'],
  [
    'an own secret that is not random',
    { lines: [line], secret: '00000000-0000-0000-0000-000000000000' },
    'secret',
  ],
  ['a secret as list', { lines: [line], previous_secret: [id] }, 'previous_secret'],
];

test.each(holdGarbage)('hold_order refuses %s', async (_, order, field) => {
  const call = db.as(visitor, (sql) => sql`select public.hold_order(${JSON.stringify(order)}::text::jsonb)`);
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  expect(await countRows(db, 'orders')).toBe(0);
  expect(await countRows(db, 'order_children')).toBe(0);
});

test('hold_order ignores unknown fields, and takes no price or status from the browser', async () => {
  const order = await rpc(db, visitor, 'hold_order', {
    p_order: {
      lines: [{ offer_id: 'pass-tryout', session_id: session, price_cents: 1, title: 'free' }],
      total_cents: 1,
      status: 'paid',
    },
  });
  expect(order).toMatchObject({ total_cents: 3800, status: 'held', lines: [{ title: 'pass-tryout' }] });
});

const { parent, children, consents } = shop.details;
const child = { name: 'Kai Tan', dob: '2018-05-01' };
const withChild = (change: object) => ({ parent, children: [{ ...child, ...change }], consents });
const settleGarbage: [what: string, details: unknown, field: string][] = [
  ['nothing', null, 'details'],
  ['a list', [], 'details'],
  ['no parent', { children, consents }, 'parent.name'],
  ['a blank name', { parent: { ...parent, name: ' \t ' }, children, consents }, 'parent.name'],
  ['an endless name', { parent: { ...parent, name: 'a'.repeat(121) }, children, consents }, 'parent.name'],
  [
    'a name of two lines',
    { parent: { ...parent, name: 'Mei\nBcc: all' }, children, consents },
    'parent.name',
  ],
  ['a name as object', { parent: { ...parent, name: {} }, children, consents }, 'parent.name'],
  ['no e-mail', { parent: { ...parent, email: null }, children, consents }, 'parent.email'],
  ['half an e-mail', { parent: { ...parent, email: 'mei@home' }, children, consents }, 'parent.email'],
  ['two e-mails', { parent: { ...parent, email: 'a@b.test,c@d.test' }, children, consents }, 'parent.email'],
  [
    'an endless e-mail',
    { parent: { ...parent, email: `${'a'.repeat(250)}@b.test` }, children, consents },
    'parent.email',
  ],
  [
    'a phone without country',
    { parent: { ...parent, phone: '91234567' }, children, consents },
    'parent.phone',
  ],
  ['a phone as number', { parent: { ...parent, phone: 6591234567 }, children, consents }, 'parent.phone'],
  ['no children', { parent, consents }, 'children'],
  ['children as object', { parent, children: child, consents }, 'children'],
  ['a child too few', { parent, children: [], consents }, 'children'],
  ['a child too many', { parent, children: [child, child], consents }, 'children'],
  ['a child that is null', { parent, children: [null], consents }, 'children[0]'],
  ['a child without name', withChild({ name: undefined }), 'children[0].name'],
  ['a child without date', withChild({ dob: undefined }), 'children[0].dob'],
  ['the 30th of February', withChild({ dob: '2018-02-30' }), 'children[0].dob'],
  ['a date in words', withChild({ dob: 'yesterday' }), 'children[0].dob'],
  ['a child from the future', withChild({ dob: '2085-01-01' }), 'children[0].dob'],
  ['a child of the last century', withChild({ dob: '1900-01-01' }), 'children[0].dob'],
  ['allergies as list', withChild({ allergies: ['nuts'] }), 'children[0].allergies'],
  ['endless allergies', withChild({ allergies: 'a'.repeat(2001) }), 'children[0].allergies'],
  ['pickup as text', withChild({ pickup_authorizations: 'aunt' }), 'children[0].pickup_authorizations'],
  [
    'an emergency contact without phone',
    withChild({ emergency_contacts: [{ name: 'Aunt' }] }),
    'children[0].emergency_contacts[0].phone',
  ],
  ['no consents', { parent, children }, 'consents'],
  ['no terms', { parent, children, consents: {} }, 'consents.terms'],
  ['consent as text', { parent, children, consents: { terms: 'true', activity: true } }, 'consents.terms'],
  ['half the consent', { parent, children, consents: { terms: true, activity: false } }, 'consents.activity'],
  [
    'a consent to nothing we know',
    { parent, children, consents: { ...consents, fame: true } },
    'consents.fame',
  ],
  [
    'a consent without version',
    { parent, children, consents: { ...consents, photo: { given: true } } },
    'consents.photo',
  ],
  ['a signature as list', { parent, children, consents, signature: ['Mei'] }, 'signature'],
];

test.each(settleGarbage)('finalize_order refuses %s', async (_, details, field) => {
  const order = await shop.hold(db, session);
  const call = db.as(
    service,
    (sql) =>
      sql`select public.finalize_order(${order.secret}, ${JSON.stringify(details)}::text::jsonb, 3800)`,
  );
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  const [row] = await db.sql`
    select o.parent_name, o.parent_email, o.consents_at, o.signature, c.name, c.dob, o.consents,
      (select count(*) from public.order_child_details) as details
    from public.orders o join public.order_children c on c.order_id = o.id where o.secret = ${order.secret}`;
  expect(row).toEqual({
    parent_name: null,
    parent_email: null,
    consents_at: null,
    signature: null,
    name: null,
    dob: null,
    consents: {},
    details: 0,
  });
});

const confirmGarbage: [what: string, event: unknown, field: string][] = [
  ['nothing', null, 'event_id'],
  ['text', 'paid', 'event_id'],
  ['no event', { payment_intent: 'pi', amount_cents: 1, currency: 'sgd' }, 'event_id'],
  ['no payment', { event_id: 'e', amount_cents: 1, currency: 'sgd' }, 'payment_intent'],
  ['no amount', { event_id: 'e', payment_intent: 'pi', currency: 'sgd' }, 'amount_cents'],
  [
    'an amount as text',
    { event_id: 'e', payment_intent: 'pi', amount_cents: '1', currency: 'sgd' },
    'amount_cents',
  ],
  ['no currency', { event_id: 'e', payment_intent: 'pi', amount_cents: 1 }, 'currency'],
];

test.each(confirmGarbage)('confirm_order refuses %s and stores nothing', async (_, event, field) => {
  const call = db.as(
    service,
    (sql) => sql`select public.confirm_order(${JSON.stringify(event)}::text::jsonb)`,
  );
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  expect(await countRows(db, 'payment_events')).toBe(0);
});
