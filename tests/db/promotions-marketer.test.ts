/** Tests that marketers can make and follow promotion codes, and nothing else (docs/decisions "Discounts"). */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PromotionSaved, StaffPromotionDetails } from '#contract/management-promotions.ts';
import type { OrderView } from '#contract/orders.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let marketer: Caller;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  marketer = { role: 'authenticated', sub: await makeUser(db, 'marketer@example.test', ['marketer']) };
});
afterAll(() => db.drop());

const byAdmin = (name: string, body: Record<string, unknown>) => rpc(db, people.callers.admin, name, body);
const save = async (promotion: object) =>
  v.parse(PromotionSaved, await byAdmin('save_promotion_code', { p_promotion: promotion })).promotion_id;
const read = async (id: string) =>
  v.parse(StaffPromotionDetails, await byAdmin('get_promotion_code', { p_promotion_id: id }));
const hold = async (code: string, who: Caller) =>
  rpc<OrderView>(db, who, 'hold_order', {
    p_order: { ...shop.holdRequest(await shop.makeSession(db)), code },
  });
const byMarketer = (name: string, body: Record<string, unknown>) => rpc(db, marketer, name, body);
const make = async (promotion: object) =>
  v.parse(PromotionSaved, await byMarketer('save_promotion_code', { p_promotion: promotion })).promotion_id;

test('a marketer makes a code, sees what it sells, and ends it, without learning who bought', async () => {
  const id = await make({ code: 'June-15', percent: 15, uses_max: 40, campaign: 'June', seen: null });
  const order = await hold('JUNE-15', people.callers.parent);
  await shop.confirmPayment(db, shop.paymentOf(await shop.openPaymentPage(db, order)));
  const seen = v.parse(StaffPromotionDetails, await byMarketer('get_promotion_code', { p_promotion_id: id }));
  expect(seen.promotion).toMatchObject({
    used: 1,
    left: 39,
    revenue_cents: order.total_cents,
    created_by: 'marketer@example.test',
  });
  expect(seen.orders).toMatchObject([{ order_id: null, number: null, name: null, state: 'paid' }]);
  const answers = JSON.stringify([seen, await byMarketer('list_promotion_codes', {})]);
  for (const secret of [order.number, 'parent@example.test', people.familyId])
    expect(answers).not.toContain(secret);
  expect((await read(id)).orders).toMatchObject([{ number: order.number }]);
  await byMarketer('end_promotion_code', { p_promotion_id: id });
  expect((await read(id)).changes).toMatchObject([
    { action: 'update', who: 'marketer@example.test', after: { active: false } },
    { action: 'insert', who: 'marketer@example.test' },
  ]);
});

test('a marketer cannot exceed the limits, whether in a new code, in a change or by starting another’s code again', async () => {
  const tooHigh = { code: 'discount_too_high' };
  expect(await refusal(make({ code: 'ALL-FREE', percent: 26 }))).toMatchObject({
    ...tooHigh,
    field: 'percent',
  });
  expect(await refusal(make({ code: 'ALL-FREE', cents: 5001 }))).toMatchObject({
    ...tooHigh,
    field: 'cents',
  });
  const ownCode = await make({ code: 'SMALL', percent: 25, seen: null });
  const { seen } = (await read(ownCode)).promotion;
  expect(await refusal(make({ code: 'SMALL', percent: 100, seen }))).toMatchObject(tooHigh);
  const admins = await save({ code: 'SPONSOR', percent: 100 });
  await byAdmin('end_promotion_code', { p_promotion_id: admins });
  expect(
    await refusal(byMarketer('end_promotion_code', { p_promotion_id: admins, p_ended: false })),
  ).toMatchObject(tooHigh);
  expect((await read(admins)).promotion.state).toBe('ended');
  expect((await read(ownCode)).promotion.percent).toBe(25);
});

test('a marketer loses the screen with the role at once, and gains nothing by naming the role', async () => {
  const who = {
    role: 'authenticated' as const,
    sub: await makeUser(db, 'left@example.test', ['marketer']),
  };
  expect(await rpc(db, who, 'list_promotion_codes', {})).toBeTruthy();
  expect(
    await refusal(rpc(db, who, 'grant_role', { p_email: 'left@example.test', p_role: 'admin' })),
  ).toMatchObject({ code: 'not_allowed' });
  await db.sql`delete from public.user_roles where user_id = ${who.sub} and role = 'marketer'`;
  expect(await refusal(rpc(db, who, 'list_promotion_codes', {}))).toMatchObject({
    code: 'not_allowed',
  });
  const forged = { ...people.callers.parent, claims: { app_role: 'marketer', user_role: 'marketer' } };
  expect(await refusal(rpc(db, forged, 'list_promotion_codes', {}))).toMatchObject({
    code: 'not_allowed',
  });
});

test('a marketer reads the same rows of every table as a parent who has just signed up', async () => {
  const stranger: Caller = { role: 'authenticated', sub: await makeUser(db, 'new@example.test') };
  const tables = await db.sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
      and has_any_column_privilege('authenticated', c.oid, 'select') order by 1`;
  expect(tables.length).toBeGreaterThan(50);
  /** Returns the number of rows, or the refusal. */
  const count = (who: Caller, name: string) =>
    db
      .as(who, async (sql) =>
        Number((await sql.unsafe(`select count(*) as n from public.${name}`))[0]?.['n']),
      )
      .catch((error: unknown) => String(error));
  for (const { name } of tables) {
    // Every user sees their own roles.
    if (name !== 'user_roles')
      expect.soft(await count(marketer, name), name).toBe(await count(stranger, name));
  }
});

test('a marketer has no other right, because no other function and no policy names the role', async () => {
  const named = await db.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.prosrc ~ 'marketer|may_promote' order by 1`;
  expect(named.map(({ name }) => name)).toEqual([
    'answer_end_promotion_code',
    'answer_get_promotion_code',
    'answer_list_promotion_codes',
    'answer_save_promotion_code',
    // These functions check roles and the limits of a marketer's codes, and log what staff change.
    'audit',
    'begin_roles',
    'check_promotion_limits',
    // A business admin may require a second factor of marketers.
    'check_setting',
    'may_promote',
    'privacy_reads',
    'safety_settings',
  ]);
  const [row] = await db.sql<{ policies: number }[]>`
    select count(*)::int as policies from pg_policies where qual ~ 'marketer|may_promote'`;
  expect(row).toEqual({ policies: 0 });
});
