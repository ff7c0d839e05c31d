import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { refusal } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

const id = '00000000-0000-4000-8000-000000000000';
const line = { offer_id: 'tier-spark', camp_id: id };
const withLine = (change: object) => ({
  lines: [line, { ...line, ...change }],
  children: [{ dob: '2018-01-01' }],
});
const withChild = (child: unknown) => ({ lines: [line], children: [child] });

const garbage: [what: string, order: unknown, field: string][] = [
  ['nothing', null, 'p_order'],
  ['a list', [], 'p_order'],
  ['text', 'camp', 'p_order'],
  ['far too much', { lines: [line], more: 'x'.repeat(20_001) }, 'p_order'],
  ['no lines', {}, 'lines'],
  ['an empty list', { lines: [] }, 'lines'],
  ['lines as object', { lines: { 0: line } }, 'lines'],
  ['nine lines', { lines: Array(9).fill(line) }, 'lines'],
  ['a line as text', { lines: [line, 'x'] }, 'lines[1]'],
  ['a line as null', { lines: [null] }, 'lines[0]'],
  ['no offer', withLine({ offer_id: null }), 'lines[1].offer_id'],
  ['an offer as number', withLine({ offer_id: 3 }), 'lines[1].offer_id'],
  ['an endless offer', withLine({ offer_id: 'x'.repeat(101) }), 'lines[1].offer_id'],
  ['a camp in words', withLine({ camp_id: 'spark' }), 'lines[1].camp_id'],
  ['a session as number', withLine({ session_id: 5 }), 'lines[1].session_id'],
  ['a child that is not there', withLine({ child: 1 }), 'lines[1].child'],
  ['a child before the first', withLine({ child: -1 }), 'lines[1].child'],
  ['half a child', withLine({ child: 0.5 }), 'lines[1].child'],
  ['a child by name', withLine({ child: 'Kai' }), 'lines[1].child'],
  ['a transport as object', withLine({ transport: {} }), 'lines[1].transport'],
  ['a transport in words', withLine({ transport: "'; drop table" }), 'lines[1].transport'],
  ['a negative price', withLine({ expected_price_cents: -1 }), 'lines[1].expected_price_cents'],
  ['a price beyond all', withLine({ expected_price_cents: 1e12 }), 'lines[1].expected_price_cents'],
  ['children as object', { lines: [line], children: {} }, 'children'],
  ['nine children', { lines: [line], children: Array(9).fill({}) }, 'children'],
  ['a child as text', withChild('Kai'), 'children[0]'],
  ['a child with half an id', withChild({ id: '0000' }), 'children[0].id'],
  ['the 30th of February', withChild({ dob: '2018-02-30' }), 'children[0].dob'],
  ['a child from the future', withChild({ dob: '2085-01-01' }), 'children[0].dob'],
  ['a child of the last century', withChild({ dob: '1900-01-01' }), 'children[0].dob'],
  ['a birthday as number', withChild({ dob: 2018 }), 'children[0].dob'],
  ['a code as number', { lines: [line], code: 10 }, 'code'],
  ['an endless code', { lines: [line], code: 'X'.repeat(61) }, 'code'],
  ['a code as list', { lines: [line], code: ['OTTER'] }, 'code'],
  ['half a secret', { lines: [line], previous_secret: 'x' }, 'previous_secret'],
];
test.each(garbage)('quote_order refuses %s', async (_, order, field) => {
  expect(await refusal(camps.quote(db, order))).toMatchObject({
    code: 'invalid_input',
    status: 400,
    field,
  });
});

test.each([
  { children: null, code: null, previous_secret: null },
  { children: [{ id: null, dob: null }, {}], code: '', previous_secret: id },
  { email: 5, secret: id, total_cents: 1, price_cents: 1 },
  { code: "' or 1=1 --" },
])('quote_order accepts empty and unknown values in other fields: %j', async (more) => {
  const lines = [
    { ...line, session_id: null, child: null, transport: null, expected_price_cents: null, price_cents: 1 },
  ];
  expect(await camps.quote(db, { lines, ...more })).toMatchObject({
    total_cents: 0,
    lines: [{ refusal: { code: 'camp_not_found', field: 'lines[0].camp_id' } }],
  });
});
