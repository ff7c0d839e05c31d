/** Tests names, addresses and search texts in other spellings of Unicode: which count as equal, and what is stored. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await orders.openShop();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterAll(() => db.drop());

const sameNames = [
  ["D'Case", 'D’Case'],
  ["D'Case", 'D´Case'],
  ['Ngô Bảo'.normalize('NFC'), 'Ngô Bảo'.normalize('NFD')],
  ['Kai 2nd', 'Kai ２nd'],
  ['Anne-Marie', 'Anne‑Marie'],
  ['Anne-Marie', 'Anne–Marie'],
  ['Mei Tan', ' mei   TAN '],
  ['Mei Tan', 'Mei\u00a0Tan'],
  ['Mei Tan', 'Me\u00adi Ta\u200bn'],
] as const;

test.each(sameNames)('%j and %j are the same name', async (one, other) => {
  const [row] = await db.sql`select private.name_key(${one}) = private.name_key(${other}) as same`;
  expect(row?.['same']).toBe(true);
});

test.each([
  ['Mei', 'May'],
  ['Ngô', 'Ngo'],
  ['Anne-Marie', 'Anne Marie'],
])('%j and %j are two names', async (one, other) => {
  const [row] = await db.sql`select private.name_key(${one}) = private.name_key(${other}) as same`;
  expect(row?.['same']).toBe(false);
});

let families = 0;
test.each(sameNames)(
  'a try-out of %j is used, so a second one for %j is refunded in full',
  async (one, other) => {
    const n = families++;
    const parent = { name: 'Mei Tan', email: `typed${n}@example.test`, phone: `+65900${10_000 + n}` };
    const tryOut = async (name: string) => {
      const line = { offer_id: 'pass-once', session_id: await shop.makeSession(db) };
      const order = await orders.hold(db, { lines: [line] });
      const details = { ...orders.orderDetails([orders.childAged8(name)]), parent };
      return { order, result: await orders.payOrder(db, order, details) };
    };
    expect((await tryOut(one)).result).toBe('confirmed');
    const again = await tryOut(other);
    expect(again.result).toBe('needs_choice');
    expect((await orders.viewOrder(db, again.order)).lines).toMatchObject([
      { status: 'cancelled', had_before: true },
    ]);
    const [back] = await db.sql`select sum(r.amount_cents)::int as cents, min(o.total_cents) as paid
    from public.refunds r join public.orders o on o.id = r.order_id where o.number = ${again.order.number}`;
    expect(back?.['cents']).toBe(back?.['paid']);
  },
);

describe('storing a typed name', () => {
  const readStoredName = async (typed: string) => {
    const [row] = await db.sql`select private.check_text(to_jsonb(${typed}::text), 'name', 120) as name`;
    return row?.['name'] as string;
  };

  test.each([
    ['\u2068Mei Tan\u2069', 'Mei Tan'],
    ['\u202aMei Tan\u202c', 'Mei Tan'],
    ['Mei\u200b Tan', 'Mei Tan'],
    ['Ngô Bảo'.normalize('NFD'), 'Ngô Bảo'.normalize('NFC')],
    // Persian and Sinhala need the joiners.
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('%j is stored as %j', async (typed, name) => expect(await readStoredName(typed)).toBe(name));

  test.each(['Mei \u202eTan', 'Mei \u202dTan', '\u200b\u2068\u2069'])('%j is refused', async (typed) =>
    expect(await refusal(readStoredName(typed))).toMatchObject({ code: 'invalid_input', field: 'name' }),
  );
});

test('a typographic apostrophe in an address is stored as a plain one', async () => {
  const [row] = await db.sql`select private.check_email('"Pat.O’Case@Example.test"', 'email') as email`;
  expect(row?.['email']).toBe("pat.o'case@example.test");
});

describe('searching for a name', () => {
  beforeAll(async () => {
    const parent = { name: 'Trần Hạo O’Brien', email: "hao.o'brien@example.test", phone: '+6591239999' };
    const order = await orders.hold(db, {
      lines: [{ offer_id: 'pass-once', session_id: await shop.makeSession(db), child: 0 }],
      children: [{}],
    });
    await orders.payOrder(db, order, {
      ...orders.orderDetails([orders.childAged8('Zoë Đặng-Case')]),
      parent,
    });
  });

  test.each([
    'hao',
    'Hạo',
    'Hạo'.normalize('NFD'),
    'HẠO',
    "o'brien",
    'o’brien',
    'obrien',
    'zoe',
    'dang',
    'đặng‑case',
    '9123 9999',
    '９１２３９９９９',
    "hao.o'brien@example.test",
  ])('a search for %j finds the family, at the desk too, and its order', async (text) => {
    const rows = async (name: string, body: object) =>
      (await rpc<{ rows: unknown[] }>(db, admin, name, { ...body })).rows;
    expect(await rows('list_families', { p_filter: { search: text } })).toHaveLength(1);
    expect(await rows('list_orders', { p_filter: { search: text } })).toHaveLength(1);
    expect(await rows('find_desk_families', { p_search: text })).toHaveLength(1);
  });

  test('a search for another name finds nothing', async () => {
    const answer = await rpc(db, admin, 'list_families', { p_filter: { search: 'haox' } });
    expect(answer).toMatchObject({ rows: [] });
  });
});
