/**
 * Tests gift vouchers, including those of families that are erased or merged, and who may use them
 * (docs/decisions "The family balance").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyBalance, RedeemedVoucher } from '#contract/balance.ts';
import { DeskOrder } from '#contract/passes.ts';
import { IssuedVoucher, StaffVoucher, StaffVouchers } from '#contract/vouchers.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, makeParent, signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

const PRICE = 69_700;
let db: TestDatabase;
let admin: Caller;
let owner: Caller;
let coach: Caller;
let parent: Caller;
let other: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  owner = {
    ...signedIn(await makeUser(db, 'owner@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  parent = await makeParent(db, 'parent@example.test');
  other = await makeParent(db, 'other@example.test');
});
afterAll(() => db.drop());

let families = 0;
/** Makes a family by a first sale at the desk in cash. */
async function makeFamily() {
  const order = await sell({ parent: { ...shop.details.parent, email: `family${++families}@example.test` } });
  return order.family_id ?? '';
}
const saleOf = (more: object) => ({
  key: randomUUID(),
  children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
  lines: [{ offer_id: 'pass-term', child: 0 }],
  consents: { terms: true, activity: true },
  method: 'cash',
  expected_total_cents: PRICE,
  ...more,
});
const sell = async (more: object, who = admin) =>
  v.parse(DeskOrder, await callAs(db, who, 'sell_at_desk', saleOf(more)));
const readBalance = async (familyId: string) =>
  v.parse(FamilyBalance, await rpc(db, admin, 'get_balance', { p_family_id: familyId }));
const readCents = async (familyId: string) => (await readBalance(familyId)).cents;
const change = async (familyId: string, cents: number, more: object = {}, who = owner) =>
  rpc(db, who, 'change_balance', {
    p_family_id: familyId,
    p_cents: cents,
    p_note: 'Sorry for the rain',
    p_expected_cents: await readCents(familyId),
    p_key: randomUUID(),
    ...more,
  });
const voucherOf = (more: object = {}) => ({
  key: randomUUID(),
  cents: 10_000,
  buyer_name: 'Grandma Lim',
  buyer_email: 'grandma@example.test',
  recipient_name: 'Hui Min',
  message: 'Have fun',
  method: 'cash',
  reference: null,
  reason: null,
  ...more,
});
const issue = async (more: object = {}, who = admin) =>
  v.parse(IssuedVoucher, await rpc(db, who, 'issue_voucher', { p_voucher: voucherOf(more) }));
const redeem = async (code: string | null, familyId: string | null, who = admin) =>
  v.parse(RedeemedVoucher, await rpc(db, who, 'redeem_voucher', { p_code: code, p_family_id: familyId }));

describe('a gift voucher', () => {
  test('a voucher is mailed to the buyer, stored without its code, and redeemed once by the family that has it', async () => {
    const { voucher, code } = await issue();
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const [mail] = await db.sql`
      select recipient, payload from public.outbox where template = 'gift_voucher' and key = ${`gift_voucher:${voucher.voucher_id}`}`;
    expect(mail).toMatchObject({
      recipient: 'grandma@example.test',
      payload: { voucher_code: code, cents: 10_000 },
    });
    const [row] =
      await db.sql`select to_jsonb(g)::text as text from public.gift_vouchers g where id = ${voucher.voucher_id}`;
    expect(row?.text).not.toContain(code?.replaceAll('-', ''));
    expect(row?.text).not.toContain(code);

    // A code is accepted in lower case, with spaces, and with the letter O for a zero.
    const typed = ` ${code?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o') ?? ''}`;
    expect(await redeem(typed, null, parent)).toEqual({ cents: 10_000, balance_cents: 10_000 });
    expect(await redeem(code, null, parent)).toEqual({ cents: 10_000, balance_cents: 10_000 });
    expect(await refusal(redeem(code, null, other))).toMatchObject({ code: 'code_used_up' });
    expect(await rpc(db, parent, 'get_balance', {})).toMatchObject({
      cents: 10_000,
      entries: [{ kind: 'voucher' }],
    });
    expect(await rpc(db, admin, 'get_voucher', { p_voucher_id: voucher.voucher_id })).toMatchObject({
      state: 'redeemed',
      family_name: expect.any(String) as string,
    });
  });

  test('a repeated request with one key makes one voucher, and shows its code once', async () => {
    const body = voucherOf();
    const first = v.parse(IssuedVoucher, await rpc(db, admin, 'issue_voucher', { p_voucher: body }));
    const again = v.parse(IssuedVoucher, await rpc(db, admin, 'issue_voucher', { p_voucher: body }));
    expect(again).toEqual({ voucher: first.voucher, code: null });
    const another = { p_voucher: { ...body, cents: 20_000 } };
    expect(await refusal(rpc(db, admin, 'issue_voucher', another))).toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  test('a voucher that has expired or was cancelled is worth nothing', async () => {
    const family = await makeFamily();
    const expired = await issue();
    await db.sql`update public.gift_vouchers set valid_until = private.calendar_today() - 1 where id = ${expired.voucher.voucher_id}`;
    expect(await refusal(redeem(expired.code, family))).toMatchObject({ code: 'code_expired' });
    const cancelled = await issue();
    const answer = await rpc(db, admin, 'cancel_voucher', {
      p_voucher_id: cancelled.voucher.voucher_id,
      p_note: 'Wrong amount',
    });
    expect(v.parse(StaffVoucher, answer).state).toBe('cancelled');
    expect(await refusal(redeem(cancelled.code, family))).toMatchObject({ code: 'code_invalid' });
    const [mail] =
      await db.sql`select payload from public.outbox where key = ${`gift_voucher:${cancelled.voucher.voucher_id}`}`;
    expect(mail?.payload).toEqual({});
    expect(await readCents(family)).toBe(0);
  });

  test('a voucher counts in the close of its seller and of who paid it back, and can be cancelled only before it is redeemed', async () => {
    const seller = signedIn(await makeUser(db, `seller${randomUUID()}@example.test`, ['admin']));
    const { voucher, code } = await issue({ cents: 12_000 }, seller);
    const day = () => rpc<{ open: { cash: object }; items: object[] }>(db, seller, 'get_desk_day', {});
    expect((await day()).open.cash).toMatchObject({ taken_cents: 12_000, expected_cents: 12_000 });
    expect((await day()).items).toMatchObject([
      { kind: 'sale', order_id: null, voucher: voucher.last_four, cents: 12_000 },
    ]);
    for (let n = 0; n < 2; n++)
      await rpc(db, seller, 'cancel_voucher', { p_voucher_id: voucher.voucher_id, p_note: 'Not wanted' });
    expect((await day()).open.cash).toMatchObject({ returned_cents: 12_000, expected_cents: 0 });
    expect(code).not.toBeNull();
    const used = await issue();
    await redeem(used.code, await makeFamily());
    const answer = rpc(db, admin, 'cancel_voucher', { p_voucher_id: used.voucher.voucher_id, p_note: 'x' });
    expect(await refusal(answer)).toMatchObject({ code: 'voucher_redeemed' });
  });

  test('only business admins can give a voucher without a payment, and only with a reason', async () => {
    const free = { method: null, reason: 'Prize of the raffle' };
    expect(await refusal(issue(free))).toMatchObject({ code: 'not_allowed' });
    expect((await issue(free, owner)).voucher).toMatchObject({ method: null, reason: 'Prize of the raffle' });
    expect(await refusal(issue({ method: null }, owner))).toMatchObject({
      code: 'invalid_input',
      field: 'reason',
    });
  });

  test('a voucher paid by PayNow needs the bank reference once there is a UEN, and each reference pays for one', async () => {
    await db.sql`update public.settings set uen = '201812345A'`;
    const paynow = { method: 'paynow' };
    expect(await refusal(issue(paynow))).toMatchObject({ code: 'invalid_input', field: 'reference' });
    await issue({ ...paynow, reference: 'ab 12' });
    expect(await refusal(issue({ ...paynow, reference: 'AB12' }))).toMatchObject({
      code: 'paynow_reference_used',
    });
    await db.sql`update public.settings set uen = null`;
  });

  test.each([
    [{ cents: 499 }, 'cents'],
    [{ cents: 200_001 }, 'cents'],
    [{ buyer_email: 'nobody' }, 'buyer_email'],
    [{ buyer_name: '' }, 'buyer_name'],
    [{ method: 'balance' }, 'method'],
    [{ key: 'x' }, 'key'],
  ])('%j is refused', async (more, field) => {
    expect(await refusal(issue(more))).toMatchObject({ code: 'invalid_input', field });
  });

  test('staff find a voucher by the end of its code, its buyer and its state, page by page', async () => {
    const { voucher } = await issue({ buyer_name: 'Zebedee Ong' });
    const list = async (filter: object, more: object = {}) =>
      v.parse(StaffVouchers, await rpc(db, admin, 'list_vouchers', { p_filter: filter, ...more }));
    for (const search of [voucher.last_four.toLowerCase(), 'zebedee'])
      expect((await list({ search, state: 'open' })).rows).toEqual([voucher]);
    expect((await list({ search: 'zebedee', state: 'redeemed' })).rows).toEqual([]);
    const first = await list({}, { p_limit: 1 });
    const second = await list({}, { p_limit: 1, p_after: first.next });
    expect(second.rows[0]?.voucher_id).not.toBe(first.rows[0]?.voucher_id);
  });

  test('nobody can guess codes: after too many wrong ones, a right one is not answered either', async () => {
    const guesser = await makeParent(db, 'guesser@example.test');
    const { code } = await issue();
    const answers: string[] = [];
    for (let n = 0; n < 40; n++) answers.push((await refusal(redeem(`WRONG-${n}`, null, guesser))).code);
    expect(new Set(answers)).toEqual(new Set(['code_invalid', 'rate_limited']));
    expect(await refusal(redeem(code, null, guesser))).toMatchObject({ code: 'rate_limited' });
  });
});

describe('a family with a balance', () => {
  test('the family is erased only after it gives up the balance, and then nothing is outstanding', async () => {
    const family = await makeFamily();
    await change(family, 5_000);
    await db.sql`update public.bookings set status = 'cancelled' where family_id = ${family}`;
    const answer = refusal(rpc(db, service, 'erase_family', { p_family_id: family }));
    const { code, detail } = await answer;
    expect(code).toBe('family_outstanding');
    expect(JSON.parse(detail ?? '[]')).toContainEqual({
      kind: 'balance',
      order: null,
      title: '',
      cents: 5_000,
    });
    await rpc(db, service, 'erase_family', { p_family_id: family, p_accept_loss: true });
    const entries = await db.sql`
      select amount_cents, note from public.family_balance_entries where family_id = ${family} order by created_at`;
    expect([...entries]).toEqual([
      { amount_cents: 5_000, note: null },
      { amount_cents: -5_000, note: null },
    ]);
  });

  test('an erased family gets no refund to its balance, because nobody could spend it', async () => {
    const family = await makeFamily();
    await change(family, PRICE);
    const { order_id } = await sell({ family_id: family, method: 'balance' });
    await db.sql`update public.bookings set status = 'cancelled' where family_id = ${family}`;
    await rpc(db, service, 'erase_family', { p_family_id: family, p_accept_loss: true });
    const body = { p_order_id: order_id, p_cents: 10_000, p_reason: 'goodwill', p_key: randomUUID() };
    expect(await refusal(rpc(db, service, 'refund_order', body))).toMatchObject({
      code: 'family_not_found',
    });
    expect(await db.sql`select private.balance_of(${family}) as cents`).toEqual([{ cents: 0 }]);
  });

  test('a family that is merged into another brings its balance', async () => {
    const [from, into] = [await makeFamily(), await makeFamily()];
    await change(from, 5_000);
    await change(into, 300);
    const args = { p_from: from, p_into: into };
    const { fingerprint } = await rpc<{ fingerprint: string }>(db, admin, 'preview_merge', args);
    await rpc(db, admin, 'merge_families', { ...args, p_expected: fingerprint });
    expect(await readCents(into)).toBe(5_300);
    expect([...(await db.sql`select rule, details from private.discrepancies()`)]).toEqual([]);
  });
});

describe('who may sell and redeem vouchers', () => {
  const calls: [string, Record<string, unknown>][] = [
    [
      'change_balance',
      { p_family_id: randomUUID(), p_cents: 1, p_note: 'x', p_expected_cents: 0, p_key: randomUUID() },
    ],
    ['issue_voucher', { p_voucher: voucherOf() }],
    ['list_vouchers', {}],
    ['get_voucher', { p_voucher_id: randomUUID() }],
    ['cancel_voucher', { p_voucher_id: randomUUID(), p_note: 'x' }],
    ['get_balance', { p_family_id: randomUUID() }],
    ['redeem_voucher', { p_code: 'X', p_family_id: randomUUID() }],
  ];
  test.each(calls)('outsiders and coaches without the setting cannot call %s', async (name, body) => {
    expect(await sqlState(rpc(db, visitor, name, body))).toBe('42501');
    for (const who of [parent, coach])
      expect(await refusal(rpc(db, who, name, body))).toMatchObject({ code: 'not_allowed' });
  });

  test('a coach who sells can neither read nor give a balance', async () => {
    const family = await makeFamily();
    await db.sql`update public.settings set coaches_sell = true`;
    expect(await refusal(rpc(db, coach, 'get_balance', { p_family_id: family }))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await refusal(change(family, 100, {}, coach))).toMatchObject({ code: 'not_allowed' });
    // A coach who saw a code could redeem it before the buyer does.
    for (const [name, body] of calls.filter(([name]) => name.includes('voucher')))
      expect(await refusal(rpc(db, coach, name, body))).toMatchObject({ code: 'not_allowed' });
    await db.sql`update public.settings set coaches_sell = false`;
  });

  test('nobody can read the hashes of the codes', async () => {
    for (const who of [parent, coach, admin, owner, service])
      expect(await sqlState(db.as(who, (sql) => sql`select code_hash from public.gift_vouchers`))).toBe(
        '42501',
      );
  });
});
