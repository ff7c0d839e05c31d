import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type ChildDetails, makeParent, saveChild, signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let parent: Caller;
let admin: Caller;
let childId: string;
let familyId: string;
beforeAll(async () => {
  db = await createDatabase();
  parent = await makeParent(db, 'parent@example.test');
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  const child = await saveChild(db, parent, { name: 'Kai', dob: '2018-05-01' });
  [childId, familyId] = [child.id, child.family_id];
});
afterAll(() => db.drop());

const record = (
  who: Caller,
  purpose: string,
  given: boolean | null,
  version: number | null,
  child?: string,
) =>
  rpc(db, who, 'record_consent', {
    p_purpose: purpose,
    p_given: given,
    p_version: version,
    ...(child && { p_child_id: child }),
  });
const current = (who: Caller, purpose: string) =>
  db.as(who, async (sql) => {
    const rows = await sql`
      select child_id, user_id, version, given from public.current_consents where purpose = ${purpose} order by id`;
    return [...rows];
  });

test('every purpose has a text', async () => {
  const rows = await db.sql<{ purpose: string }[]>`
    select purpose::text from public.consent_texts where version = 1 order by purpose::text`;
  expect(rows.map(({ purpose }) => purpose)).toEqual([
    'activity',
    'liability',
    'marketing',
    'medical',
    'photo',
    'terms',
  ]);
});

test('giving, withdrawing and giving a consent again makes three entries, of which the latest counts', async () => {
  for (const given of [true, false, true]) {
    await record(parent, 'photo', given, 2, childId);
    const details = await rpc(db, parent, 'get_child_details', { p_child_id: childId });
    expect(details).toMatchObject({ photo_consent: given });
  }
  const rows = await db.sql`
    select user_id, family_id, child_id, version, given, source from public.consents where purpose = 'photo' order by id`;
  const entry = {
    user_id: parent.sub,
    family_id: familyId,
    child_id: childId,
    version: 2,
    source: 'account',
  };
  expect([...rows]).toEqual([true, false, true].map((given) => ({ ...entry, given })));
  expect(await current(parent, 'photo')).toEqual([
    { child_id: childId, user_id: parent.sub, version: 2, given: true },
  ]);
});

test('a consent for the family applies to a child until the child has its own', async () => {
  const { id } = await saveChild(db, parent, { name: 'Lina', dob: '2019-05-01' });
  const isConsentActive = async () =>
    (await rpc<ChildDetails>(db, parent, 'get_child_details', { p_child_id: id })).medical_consent;
  await record(parent, 'medical', true, 1);
  expect(await isConsentActive()).toBe(true);
  await record(parent, 'medical', false, 1, id);
  expect(await isConsentActive()).toBe(false);
});

test('a new text needs a new consent; earlier consents keep their text, and withdrawing needs no current text', async () => {
  await record(parent, 'marketing', true, 1);
  const text = { p_purpose: 'marketing', p_title: 'News', p_body: 'Other words' };
  expect(await rpc(db, admin, 'publish_consent_text', text)).toEqual({ version: 2 });
  expect(await refusal(record(parent, 'marketing', true, 1))).toMatchObject({
    code: 'consent_text_changed',
    status: 409,
    field: 'p_version',
    detail: '2',
  });
  expect(await refusal(record(parent, 'marketing', false, 7))).toMatchObject({
    code: 'consent_text_changed',
  });
  expect(await current(parent, 'marketing')).toMatchObject([{ version: 1, given: true }]);
  await record(parent, 'marketing', false, 1);
  expect(await current(parent, 'marketing')).toMatchObject([{ version: 1, given: false }]);
  await record(parent, 'marketing', true, 2);
  expect(await current(parent, 'marketing')).toMatchObject([{ version: 2, given: true }]);
});

test('texts that are published at the same time get different versions', async () => {
  const publish = () =>
    rpc<{ version: number }>(db, admin, 'publish_consent_text', {
      p_purpose: 'liability',
      p_title: 'T',
      p_body: 'B',
    });
  const versions = await Promise.all([publish(), publish(), publish(), publish()]);
  expect(versions.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5]);
});

describe('consents and texts that cannot be written', () => {
  const garbage: [string, () => Promise<unknown>, object][] = [
    ['a purpose that is none', () => record(parent, 'everything', true, 1), { field: 'p_purpose' }],
    ['neither yes nor no', () => record(parent, 'photo', null, 1, childId), { field: 'p_given' }],
    ['terms for a child', () => record(parent, 'terms', true, 1, childId), { field: 'p_child_id' }],
    ['activity for nobody', () => record(parent, 'activity', true, 1), { field: 'p_child_id' }],
    ['no version', () => record(parent, 'photo', true, null, childId), { code: 'consent_text_changed' }],
    ['a text without words', () => publish(admin, ' '), { field: 'p_body' }],
    ['a text of a parent', () => publish(parent, 'words'), { code: 'not_allowed', status: 403 }],
  ];
  const publish = (who: Caller, p_body: string) =>
    rpc(db, who, 'publish_consent_text', { p_purpose: 'photo', p_title: 'T', p_body });
  test.each(garbage)('%s', async (_, call, refused) => {
    const before = [await countRows(db, 'consents'), await countRows(db, 'consent_texts')];
    expect(await refusal(call())).toMatchObject({ code: 'invalid_input', ...refused });
    expect([await countRows(db, 'consents'), await countRows(db, 'consent_texts')]).toEqual(before);
  });

  test('a consent for another family’s child is refused', async () => {
    const other = await makeParent(db, 'other@example.test');
    await saveChild(db, other, { name: 'Theirs', dob: '2019-05-01' });
    expect(await refusal(record(other, 'photo', true, 2, childId))).toMatchObject({
      code: 'child_not_found',
    });
    expect(await sqlState(db.as(visitor, (sql) => sql`select public.record_consent('terms', true, 1)`))).toBe(
      '42501',
    );
  });

  test.each(['consents', 'consent_texts'])(
    'an entry of %s cannot be changed or deleted, even by the superuser',
    async (table) => {
      for (const statement of [
        `update ${table} set version = 9`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        expect.soft(await sqlState(db.sql.unsafe(statement)), statement).toBe('23001');
      }
    },
  );
});

test('marketing and terms are personal, so one parent cannot answer for the other', async () => {
  const second = await makeParent(db, 'second@example.test');
  const { token } = await rpc<{ token: string }>(db, parent, 'invite_parent', {
    p_email: 'second@example.test',
  });
  await rpc(db, second, 'accept_invitation', { p_token: token });
  await record(second, 'marketing', false, 2);
  const [mine, hers] = [
    { user_id: parent.sub, given: true },
    { user_id: second.sub, given: false },
  ];
  expect(await current(parent, 'marketing')).toMatchObject([mine, hers]);
  expect(await current(second, 'marketing')).toMatchObject([mine, hers]);
  await record(parent, 'terms', true, 1);
  expect(await rpc(db, parent, 'get_parent_profile')).toMatchObject({ terms_accepted: true });
  expect(await rpc(db, second, 'get_parent_profile')).toMatchObject({ terms_accepted: false });
});

test('a user without a family may decide about newsletters, and nobody else sees it', async () => {
  const single = await makeParent(db, 'single@example.test');
  await record(single, 'marketing', true, 2);
  expect(await current(single, 'marketing')).toMatchObject([{ user_id: single.sub, given: true }]);
  expect((await current(parent, 'marketing')).map((row) => row.user_id as string)).not.toContain(single.sub);
  expect(await refusal(record(single, 'photo', true, 2))).toMatchObject({ code: 'family_not_found' });
});

test('the consents of a paid checkout become the family’s, with the text of that time', async () => {
  await shop.publish(db);
  const paid = await shop.openCheckout(db, await shop.makeSession(db));
  // This text is published after the form was sent and before the payment.
  await rpc(db, admin, 'publish_consent_text', { p_purpose: 'activity', p_title: 'T', p_body: 'B' });
  const payment = shop.paymentOf(paid);
  await shop.confirmPayment(db, payment);
  await shop.confirmPayment(db, payment);
  const rows = await db.sql`
    select c.purpose::text, c.version, c.given, c.source, c.user_id, k.name as child, c.created_at = o.consents_at as then
    from public.consents c join public.orders o on o.id = c.order_id left join public.children k on k.id = c.child_id
    where c.order_id = ${paid.orderId} and c.family_id = o.family_id order by 1`;
  const entry = { version: 1, given: true, source: 'checkout', user_id: null, then: true };
  expect([...rows]).toEqual([
    { ...entry, purpose: 'activity', child: 'Kai Tan' },
    { ...entry, purpose: 'terms', child: null },
  ]);
});

describe('a checkout by a signed-in parent', () => {
  const consents = (photo: boolean, marketing: boolean) => ({
    terms: true,
    activity: true,
    photo,
    marketing,
  });
  async function toPay(who: Caller, email: string, more: object) {
    const held = await orders.hold(
      db,
      { lines: [{ offer_id: shop.term.id, session_id: await shop.makeSession(db) }] },
      who,
    );
    const details = { ...shop.details, parent: { ...shop.details.parent, email }, consents: more };
    return shop.paymentOf(await shop.openPaymentPage(db, held, details));
  }

  test('the parent accepts the terms in their own name, and a later no to newsletters also withdraws the yes from the checkout', async () => {
    const buyer = await makeParent(db, 'buyer@example.test');
    await saveChild(db, buyer, { name: 'Lea', dob: '2018-05-01' });
    await shop.confirmPayment(db, await toPay(buyer, 'buyer@example.test', consents(true, true)));
    expect(await rpc(db, buyer, 'get_parent_profile')).toMatchObject({ terms_accepted: true });
    await record(buyer, 'marketing', false, 2);
    expect(await current(buyer, 'marketing')).toMatchObject([{ user_id: buyer.sub, given: false }]);
  });

  test('the checkout does not restore a consent that was withdrawn before the payment', async () => {
    const buyer = await makeParent(db, 'early@example.test');
    await saveChild(db, buyer, { name: 'Lea', dob: '2018-05-01' });
    const payment = await toPay(buyer, 'early@example.test', consents(true, false));
    await record(buyer, 'photo', false, 2);
    await shop.confirmPayment(db, payment);
    const [bought] = await db.sql<[{ id: string }]>`
      select c.id from public.children c join public.profiles p on p.family_id = c.family_id
      where p.id = ${buyer.sub ?? ''} and c.name = 'Kai Tan'`;
    const details = await rpc(db, buyer, 'get_child_details', { p_child_id: bought.id });
    expect(details).toMatchObject({ photo_consent: false });
  });

  test('a later no for the family outweighs the consent, and a still later yes for the child outweighs that', async () => {
    const buyer = await makeParent(db, 'whole@example.test');
    const child = await saveChild(db, buyer, { name: 'Kai', dob: '2018-05-01' });
    for (const [given, whom] of [
      [true, child.id],
      [false, undefined],
      [true, child.id],
    ] as const) {
      await record(buyer, 'photo', given, 2, whom);
      const details = await rpc(db, buyer, 'get_child_details', { p_child_id: child.id });
      expect(details).toMatchObject({ photo_consent: given });
    }
  });

  test('a parent can withdraw consents given as a guest once the purchase is linked', async () => {
    const payment = await toPay(visitor, 'guest@example.test', consents(false, true));
    await shop.confirmPayment(db, payment);
    const parent = await makeParent(db, 'guest@example.test');
    await rpc(db, parent, 'link_purchases', {});
    // Anybody can type an address, so the consent counts only after the parent confirms it.
    expect(await current(parent, 'marketing')).toMatchObject([{ given: false }]);
    const [proposal] = await db.as(
      parent,
      (sql) => sql<{ id: string }[]>`select id from public.family_proposals where field = 'marketing'`,
    );
    await rpc(db, parent, 'accept_proposal', { p_id: proposal?.id });
    expect((await current(parent, 'marketing')).at(-1)).toMatchObject({ given: true });
    await record(parent, 'marketing', false, 2);
    expect(await current(parent, 'marketing')).toMatchObject([{ given: false }]);
  });
});
