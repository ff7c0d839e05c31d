/** Tests with hostile samples what is removed from a report before it is stored (docs/decisions "Safety"). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { errorReport, reportError } from '#support/sql-leads.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.error_reports, public.error_fixes, public.rate_limits`);

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';
/** Each sample has the pattern that must be gone, and sometimes a pattern that must stay. */
const samples: [what: string, message: string, gone: RegExp, left?: RegExp][] = [
  [
    'an address with a plus',
    'no user mei.tan+kids@mail.example.co',
    /mei|tan|kids|example/,
    /^no user \[email\]$/,
  ],
  ['an address as in a query', 'failed for mei%40example.test now', /mei|example/, /now$/],
  ['an address with a wide at sign', 'no user mei＠example.test', /mei|example/],
  ['an address in brackets', 'mail <mei@example.test> bounced', /mei|example/, /bounced$/],
  ['an address cut by a zero-width space', 'mei@exa\u200bmple.test', /mei|mple/],
  ['a number of Singapore', 'call 91234567', /9123/],
  ['a number with spaces', 'bad phone +65 9123 4567!', /9123|4567/],
  ['a number in brackets', 'call (65) 9123-4567 now', /9123|4567/, /now$/],
  ['a number with dots', '65.9123.4567', /9123/],
  ['a card', 'card 4242 4242 4242 4242 refused', /4242/, /refused$/],
  ['an identity card', 'nobody has S1234567D', /1234567|S1/i],
  ['an identity card in small letters', 'nobody has t0123456j here', /0123456/, /here$/],
  ['an identity card with dashes', 'G-1234567-X', /1234567/],
  ['a postal code', 'nothing at Singapore 238164', /238164/],
  ['a birth date', 'invalid dob 2018-05-01', /2018/],
  ['a birth date as it is typed', 'not a date: 01/05/2018', /2018/],
  ['a token', `jwt ${jwt} expired`, /eyJ|c2ln/, /^jwt \[token\] expired$/],
  ['a bearer', 'sent Authorization: Bearer abc.def', /abc|def/],
  ['a bearer without a label', 'sent bearer short1', /short1/],
  ['a key', 'sk_test_abcdefgh12 is refused', /abcdefgh12/],
  ['a secret of the webhook', 'whsec_abcdef123456', /abcdef/],
  ['a password', 'login failed, password=Hunter22', /Hunter/],
  ['a password in JSON', '{"password":"Hun ter, 22","x":1}', /Hun/, /"x":1/],
  ['an order’s secret', 'order b0b5c0de-0000-4000-8000-000000000001 gone', /b0b5/, /gone$/],
  ['a party’s code', 'party PARTY2345PARTY2345AB', /PARTY2345/],
  ['a fragment', 'GET https://otter.test/auth#access_token=abc failed', /abc|access/, /failed$/],
  ['a query', 'GET https://otter.test/x?child=Kai failed', /Kai/],
  ['a name after its label', 'invalid name: Kai Zephyrin Tan', /Kai|Zephyrin|Tan/],
  ['a name in JSON', 'bad {"first_name":"Kai","age":6}', /Kai/, /"age":6/],
  ['a name in JSON in JSON', String.raw`bad "{\"childName\":\"Kai Tan\",\"age\":6}"`, /Kai|Tan/, /age/],
  ['a name in an object', "bad { childName: 'Kai Tan', age: 6 }", /Kai|Tan/, /age: 6/],
  ['a parent', 'parent = Mei Tan, step 3', /Mei|Tan/, /step 3/],
  ['a child', 'Child: Kai', /Kai/],
  ['an allergy', 'allergies: peanuts and bees\nnext line', /peanuts|bees/, /next line/],
  [
    'a condition',
    'medical_conditions: ["asthma", "eczema"] is not a string',
    /asthma|eczema/,
    /not a string/,
  ],
  ['who fetches', 'pickup_person: Grandma Lim', /Grandma|Lim/],
  ['a place', 'address: 12 East Coast Road #03-04', /East|03/],
  ['a name in Chinese', '姓名：陈小明', /陈小明/],
  [
    'a customer of the payment provider',
    'No such customer: cus_NffrFeUfNV2Hib',
    /Nffr/,
    /^No such customer: \[token\]$/,
  ],
  ['a subscription', 'sub_1MowQVLkdIwHu7ix is over', /MowQ/, /is over$/],
  ['a card of the provider', 'pm_1MoBy5LkdIwHu7ixZhnattbh declined', /MoBy/],
  ['a charge', 'ch_3MmlLrLkdIwHu7ix0snN0B15 and pi_3MtwBwLkdIwHu7ix28a3tqPa', /Mml|Mtw/],
  ['a payment page', 'cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2 gone', /a11YY/, /gone$/],
  ['an event of the provider', 'evt_1NG8Du2eZvKYlo2CUI79vXWy', /NG8D/],
  ['an address in a path', 'GET https://otter.test/manage/mei@example.test/passes failed', /mei|example/],
  ['a name in a path’s query', 'GET /find?child=Kai%20Tan&dob=2018 failed', /Kai|Tan|2018/, /failed$/],
  ['an identity card with spaces', 'nobody has S 1234567 D', /1234567/],
  ['a network address', 'from 203.0.113.77', /203/],
];

test.each(samples)('%s', async (_, message, secret, left) => {
  const { report_id } = await reportError(db, {
    ...errorReport,
    message,
    stack: `Error: ${message}\n    at a (https://otter.test/_astro/Page.D8f3kQ2_.js:10:20)`,
    filename: 'https://otter.test/_astro/Page.D8f3kQ2_.js',
  });
  const [row] = await db.sql<{ row: string; message: string; stack: string }[]>`
    select to_jsonb(e)::text as row, message, stack from public.error_reports e where id = ${report_id}`;
  const stored = JSON.stringify([row?.message, row?.stack]);
  expect(stored).not.toMatch(secret);
  if (left) expect(row?.message).toMatch(left);
  // The stack, which is needed to fix the error, remains.
  expect(row?.stack).toContain('at a (https://otter.test/_astro/Page.D8f3kQ2_.js:10:20)');
});

test.each([
  ['https://otter.test/manage/mei@example.test', /mei/],
  ['https://otter.test/order/b0b5c0de-0000-4000-8000-000000000001/x?secret=1#2', /b0b5|secret|#/],
  ['https://otter.test/c/91234567', /9123/],
])('personal data are removed from the address of a page: %s', async (url, gone) => {
  await reportError(db, { ...errorReport, url });
  const [row] = await db.sql<{ url: string }[]>`select url from public.error_reports`;
  expect(row?.url).toMatch(/^https:\/\/otter\.test\//);
  expect(row?.url).not.toMatch(gone);
});

test.each([
  "Cannot read properties of undefined (reading 'name')",
  'Failed to fetch dynamically imported module: https://otter.test/_astro/BookingFlow.D8f3kQ2_.js',
  'Minified React error 418; visit https://react.dev/errors/418 for the full message',
  'The above error occurred in the <Child> component',
  'x is not a function (3 of 12)',
  'in_progress is no state of sub_title',
  'Failed to fetch family data',
])('a text without personal data is unchanged: %s', async (message) => {
  await reportError(db, { ...errorReport, message });
  const [row] = await db.sql<{ message: string }[]>`select message from public.error_reports`;
  expect(row?.message).toBe(message);
});

test('a long and hostile text is redacted quickly', async () => {
  const began = performance.now();
  for (const piece of ['name: ', 'a@', '9', '((((', 'eyJ.', '\\"name\\":\\"', "'''' = ", 'S1234567'])
    await reportError(db, {
      ...errorReport,
      message: piece.repeat(4000).slice(0, 10_000),
      stack: piece.repeat(8000).slice(0, 30_000),
    });
  expect(performance.now() - began).toBeLessThan(5000);
});
