/** Tests that what staff do for a family is logged with who did it, and shown in sentences. */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatMoney } from '#contract/format.ts';
import { type LogEntry, LogPage } from '#contract/management-system.ts';
import { sentenceOf } from '#features/staff/system/log-entry-messages.ts';
import { describeChanges } from '#features/staff/system/log-values.ts';
import { logMessages } from '#features/staff/system/log-messages.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { openForm, refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db, []);
  const sub = await makeUser(db, 'priya@example.test', ['admin']);
  await db.sql`update public.profiles set name = 'Priya Nair' where id = ${sub}`;
  admin = { role: 'authenticated', sub };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = () => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) });
const readLog = async (filter: Record<string, string> = {}): Promise<LogEntry[]> =>
  v.parse(LogPage, await rpc(db, admin, 'list_log', { p_filter: filter })).rows;
const buyCamp = async () => {
  const from = await camp();
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: from }]);
  const [line = ''] = bought.lines;
  return { from, bought, line };
};
const asAdmin = ({ orderId }: afterSale.BoughtOrder) => ({ access: { order_id: orderId }, who: admin });
const move = (bought: afterSale.BoughtOrder, line: string, to: string, how: object) =>
  afterSale.manage(
    db,
    bought,
    'move_line',
    { p_line_id: line, p_target: { camp_id: to }, p_expected_difference_cents: 0 },
    how,
  );

test('a move by staff on the family’s page names who did it, the child, from where and to where', async () => {
  const { from, bought, line } = await buyCamp();
  const to = await camp();
  await move(bought, line, to, asAdmin(bought));
  const [entry] = await readLog({ table: 'order_lines' });
  expect(entry).toMatchObject({ who: 'Priya Nair', key: line, action: 'update' });
  const label = async (id: string) =>
    (await db.sql<{ label: string }[]>`select private.place_label(${id}) as label`)[0]?.label ?? '';
  const [[number]] = await Promise.all([
    db.sql<{ number: string }[]>`select number from public.orders where id = ${bought.orderId}`,
  ]);
  expect(entry && sentenceOf(entry)).toBe(
    `moved Kai Tan from ${await label(from)} to ${await label(to)} (family of Mei Tan, order ${number?.number ?? ''})`,
  );
  // The history of the order has the move too.
  const { events } = await rpc<{ events: { kind: string; about: string; who: string }[] }>(
    ...([db, admin, 'get_order_details', { p_order_id: bought.orderId }] as const),
  );
  expect(events.find(({ kind }) => kind === 'line_moved')).toMatchObject({
    who: 'Priya Nair',
    about: `Kai Tan, ${await label(from)} → ${await label(to)}`,
  });
});

test('what a family does itself is in no staff log', async () => {
  const { bought, line } = await buyCamp();
  await afterSale.moveLine(db, bought, line, { camp_id: await camp() });
  expect((await readLog({ table: 'order_lines' })).filter(({ key }) => key === line)).toEqual([]);
});

test('a cancellation by staff is logged', async () => {
  const { bought, line } = await buyCamp();
  const seen = { p_line_ids: [line], p_expected_refund_cents: 0 };
  await afterSale.manage(db, bought, 'cancel_lines', seen, asAdmin(bought));
  const [cancelled] = await readLog({ table: 'order_lines' });
  expect(cancelled && sentenceOf(cancelled)).toMatch(
    /^cancelled .+, \d+ \w{3} for Kai Tan \(family of Mei Tan, order /,
  );
  expect(cancelled?.who).toBe('Priya Nair');
});

test('a refund of a whole order names the children and places line by line, and so does a mail that is sent again', async () => {
  const [spark, second] = [await camp(), await camp()];
  const bought = await afterSale.buy(db, [
    { offer_id: 'tier-spark', camp_id: spark },
    { offer_id: 'tier-spark', camp_id: second },
  ]);
  const form = await openForm(db, { order: bought.orderId });
  await refundAsStaff(db, admin, { order: bought.orderId }, form.p_expected_refundable_cents, form);
  const [[of]] = await Promise.all([
    db.sql<{ number: string; first: string; second: string }[]>`
      select number, private.place_label(${spark}) as first, private.place_label(${second}) as second
      from public.orders where id = ${bought.orderId}`,
  ]);
  const lines = `Kai Tan, ${of?.first ?? ''}; Lia Tan, ${of?.second ?? ''}`;
  const [refund] = await readLog({ table: 'refunds' });
  expect(refund && sentenceOf(refund)).toBe(
    `requested a refund of ${formatMoney(form.p_expected_refundable_cents)} for ${lines} (family of Mei Tan, order ${of?.number ?? ''})`,
  );
  // The mail of the sale is sent again.
  await db.sql`update public.outbox set resent_at = clock_timestamp() where payload ->> 'number' = ${of?.number ?? ''}`;
  const [mail] = await readLog({ table: 'outbox' });
  expect(mail && sentenceOf(mail)).toContain(` again: ${lines} (order ${of?.number ?? ''})`);
});

test('a view of the roster names the child, the camp, its base and the day', async () => {
  const { from, bought } = await buyCamp();
  const [child] = await db.sql<{ id: string; family: string }[]>`
    select k.id, k.family_id as family from public.children k
    join public.order_children n on n.child_id = k.id where n.order_id = ${bought.orderId}`;
  await db.sql`select private.log_roster_view(
    ${from}, '2030-11-30', ${child?.id ?? ''}, ${child?.family ?? ''}, 'roster', clock_timestamp())`;
  const [look] = await readLog({ log: 'looks' });
  const [place] = await db.sql<{ label: string }[]>`select private.place_label(${from}) as label`;
  expect(look && logMessages.line({ ...look, log: 'looks' })).toBe(
    `Children’s health: read with the roster, Kai Tan, ${place?.label ?? ''}, on Sat 30 Nov 2030 (family of Mei Tan)`,
  );
  expect(
    look &&
      describeChanges(look)
        .map(({ is }) => is)
        .join(),
  ).not.toMatch(/[0-9a-f]{8}-/);
});

test('ids anywhere in an entry are returned with their names', async () => {
  const { from, bought } = await buyCamp();
  await db.sql`insert into public.audit_log (actor, action, table_name, row_key, after)
    values ('test', 'insert', 'messages', gen_random_uuid(), ${db.sql.json({ audience: { segment: 'camp', id: from }, orders: [bought.orderId] })})`;
  const [entry] = await readLog({ table: 'messages' });
  expect(Object.keys(entry?.names ?? {}).sort()).toEqual([from, bought.orderId].sort());
});

test('a waitlist offer by staff names whom it is for and which session or camp', async () => {
  const { session } = await waitlists.makeFullSession(db);
  await waitlists.joinWaitlist(db, { session_id: session });
  await rpc(db, admin, 'add_places', { p_place_id: session, p_places: 1, p_expected: 1 });
  const [entry] = await readLog({ table: 'waitlist_entries' });
  expect(entry?.who).toBe('Priya Nair');
  expect(entry && sentenceOf(entry)).toMatch(
    /^offered a spot to Aisha Rahman for Child \d+\.0 on the waitlist of Red Otter A, /,
  );
});

test('no sentence contains an id, and erased data are described as deleted', async () => {
  for (const entry of await readLog()) expect(sentenceOf(entry)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  const { bought, line } = await buyCamp();
  await move(bought, line, await camp(), asAdmin(bought));
  await db.sql`update public.children set name = 'Renamed Child' where id = (
    select n.child_id from public.order_children n where n.order_id = ${bought.orderId})`;
  const [entry] = await readLog({ table: 'order_lines' });
  expect(entry && sentenceOf(entry)).toContain('Renamed Child');
  // The log itself contains no name.
  const [{ raw }] = await db.sql<[{ raw: string }]>`
    select string_agg(a::text, '') as raw from public.audit_log a where table_name = 'order_lines'`;
  expect(raw).not.toMatch(/Kai|Renamed/);
});

test('the log of a class that staff created names who created it, and of one from the weekly template nobody', async () => {
  const made = await rpc<{ place: { id: string }; changes: { by: string; after: unknown }[] }>(
    ...([
      db,
      admin,
      'save_session',
      {
        p_session_id: null,
        p_session: {
          class_type_id: '30000000-0000-4000-8000-000000000003',
          session_date: afterSale.dateIn(20),
          location_id: '10000000-0000-4000-8000-000000000001',
          session_time: '05:10',
          max_capacity: 2,
        },
      },
    ] as const),
  );
  expect(made.changes).toMatchObject([{ by: 'Priya Nair', after: null }]);
  const plain = await shop.makeSession(db);
  expect((await readLog({ table: 'sessions' })).map(({ key }) => key)).not.toContain(plain);
});
