/**
 * Tests how staff ask parents for missing health details: with a link that only adds, once per child, from the desk or
 * by a mail of the coach on site (docs/decisions "Asking the parents").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RequestedDetails, DetailsLink, ReportedDetails } from '#contract/health.ts';
import { DeskOrder } from '#contract/passes.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, makeParent, saveChild } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let place: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  const [row] = await db.sql<[{ id: string }]>`
    select session_id as id from public.bookings
    where child_id = ${people.childId} and session_date = ${people.today} and status = 'booked'`;
  place = row.id;
});
afterAll(() => db.drop());

let walkIns = 0;
async function sell(more: object = {}): Promise<DeskOrder> {
  return v.parse(
    DeskOrder,
    await callAs(db, people.callers.admin, 'sell_at_desk', {
      key: randomUUID(),
      consents: { terms: true, activity: true },
      method: 'cash',
      parent: { ...shop.details.parent, email: `asked${++walkIns}@example.test` },
      children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
      lines: [{ offer_id: 'pass-term', session_id: await shop.makeSession(db), child: 0 }],
      expected_total_cents: 69_700,
      ...more,
    }),
  );
}
const linkTo = async (orderId: string, who: Caller = people.callers.admin) =>
  v.parse(DetailsLink, await rpc(db, who, 'make_details_link', { p_order_id: orderId }));
const ask = async (token: string) =>
  v.parse(RequestedDetails, await rpc(db, visitor, 'get_requested_details', { p_access: { token } }));
const tell = (token: string, details: object, child = 0) =>
  rpc(db, visitor, 'save_order_child', {
    p_access: { token },
    p_child: child,
    p_details: details,
  });
const readReportedDetails = async (orderId: string) =>
  v.parse(
    ReportedDetails,
    await rpc(db, people.callers.admin, 'get_reported_details', { p_order_id: orderId }),
  );
const granny = { name: 'Granny', relationship: null, phone: '+6591112222' };

describe('a link that the sales desk sends to ask for details', () => {
  test('the link asks by first name, location and day; the answer counts at once, and the desk sees that it arrived', async () => {
    const order = await sell();
    const { token } = await linkTo(order.order_id);
    const request = await ask(token);
    expect(request.needs_confirmation).toBe(false);
    expect(request.children).toMatchObject([{ child: 0, name: 'Kai', is_reported: false }]);
    expect(request.children[0]?.places[0]?.session?.location_name).toEqual(expect.any(String));
    expect(JSON.stringify(request)).not.toMatch(/Tan|@|secret/);
    expect(await readReportedDetails(order.order_id)).toMatchObject([
      { name: 'Kai', health: { state: 'unknown' } },
    ]);
    await tell(token, { allergies: 'Peanut', emergency_contacts: [granny], pickup_authorizations: [granny] });
    expect(await readReportedDetails(order.order_id)).toMatchObject([
      { health: { state: 'reported' }, contacts: 1, pickup: 1, is_proposed: false },
    ]);
    expect((await ask(token)).children[0]?.is_reported).toBe(true);
  });

  test('the link takes one answer per child, so that a photo of the link cannot add collectors later', async () => {
    const { order_id } = await sell({
      children: ['Kai Tan', 'Mei Tan'].map((name) => ({ name, dob: '2018-05-01' })),
      lines: await Promise.all(
        [0, 1].map(async (child) => ({
          offer_id: 'pass-term',
          session_id: await shop.makeSession(db),
          child,
        })),
      ),
      expected_total_cents: 139_400,
    });
    const { token } = await linkTo(order_id);
    const answers = await Promise.allSettled([1, 2].map(() => tell(token, { nothing_to_report: true })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const stranger = { pickup_authorizations: [{ ...granny, name: 'A stranger' }] };
    expect(await refusal(tell(token, stranger))).toMatchObject({ code: 'link_expired' });
    await tell(token, { nothing_to_report: true }, 1);
    expect(await readReportedDetails(order_id)).toMatchObject([
      { pickup: 0 },
      { health: { state: 'nothing' } },
    ]);
  });

  test('a refused answer does not use up the link', async () => {
    const { order_id } = await sell();
    const { token } = await linkTo(order_id);
    expect((await refusal(tell(token, { allergies: 5 }))).code).toBe('invalid_input');
    await tell(token, { allergies: 'Bees' });
  });

  test.each([
    ['get_managed_order', {}],
    ['cancel_lines', { p_line_ids: [], p_expected_refund_cents: 0 }],
    ['choose_late', { p_choice: { kind: 'refund' } }],
    ['find_renewal', {}],
  ])('the link does not open %s', async (name, args) => {
    const { token } = await linkTo((await sell()).order_id);
    const opened = rpc(db, visitor, name, { p_access: { token }, ...args });
    expect((await refusal(opened)).code).toBe('not_allowed');
  });

  test('the link ends with the next link and after a day, and a manage link cannot be used instead', async () => {
    const { order_id, parent_email } = await sell();
    const first = await linkTo(order_id);
    const second = await linkTo(order_id);
    expect((await refusal(ask(first.token))).code).toBe('link_not_found');
    await db.sql`update public.order_links set expires_at = clock_timestamp() where order_id = ${order_id} and recipient is null`;
    expect((await refusal(ask(second.token))).code).toBe('link_expired');
    const [mail] = await db.sql<[{ token: string }]>`
      select payload ->> 'manage_token' as token from public.outbox
      where template = 'booking_confirmed' and recipient = ${parent_email}`;
    expect((await refusal(ask(mail.token))).code).toBe('not_allowed');
  });

  test('for a family with an account, the answers become proposals, which coaches see as unconfirmed', async () => {
    const order = await sell({ family_id: people.familyId, parent: {}, children: [{ id: people.childId }] });
    const { token } = await linkTo(order.order_id);
    expect(await ask(token)).toMatchObject({ needs_confirmation: true, known: [] });
    await tell(token, { medications: 'Inhaler', pickup_authorizations: [granny] });
    const [reported] = await readReportedDetails(order.order_id);
    expect(reported).toMatchObject({ is_proposed: true, pickup: expect.any(Number) as number });
    const [row] =
      await db.sql`select medications from public.child_health where child_id = ${people.childId}`;
    expect(row?.['medications'] ?? null).not.toBe('Inhaler');
  });

  test('an answer with collectors only leaves health unknown, and the desk sees that', async () => {
    const other = await makeParent(db, 'silent@example.test');
    const child = await saveChild(db, other, { name: 'Noa Lim', dob: '2018-05-01' });
    const [{ family_id }] = await db.sql<[{ family_id: string }]>`
      select family_id from public.children where id = ${child.id}`;
    const parent = { ...shop.details.parent, email: 'silent@example.test' };
    const { order_id } = await sell({ family_id, parent, children: [{ id: child.id }] });
    const { token } = await linkTo(order_id);
    await tell(token, { pickup_authorizations: [granny] });
    expect(await readReportedDetails(order_id)).toMatchObject([
      { health: { state: 'unknown' }, is_proposed: false },
    ]);
  });

  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)(
    '%s can neither create nor read a link',
    async (part) => {
      const { order_id } = await sell();
      expect((await refusal(linkTo(order_id, people.callers[part]))).code).toBe('not_allowed');
      const read = rpc(db, people.callers[part], 'get_reported_details', { p_order_id: order_id });
      expect((await refusal(read)).code).toBe('not_allowed');
    },
  );

  test('no link can be made for an unknown order', async () => {
    expect((await refusal(linkTo(randomUUID()))).code).toBe('order_not_found');
    expect(await sqlState(rpc(db, visitor, 'make_details_link', { p_order_id: randomUUID() }))).toBe('42501');
  });
});

describe('a mail that asks the parents for details', () => {
  const mail = (who: Caller, childId = people.childId, id = place) =>
    rpc(db, who, 'ask_child_details', { p_place_id: id, p_child_id: childId });
  const mails = () =>
    db.sql<{ recipient: string; payload: Record<string, string> }[]>`
      select recipient, payload from public.outbox where template = 'details_requested' order by recipient`;

  test.each(['parent', 'second parent', 'other parent'] as const)('%s cannot send it', async (part) =>
    expect((await refusal(mail(people.callers[part]))).code).toBe('not_allowed'),
  );

  test('a coach of another class cannot send it, and nobody can for a child who is not there', async () => {
    const sub = await makeUser(db, 'elsewhere@example.test', ['coach']);
    expect((await refusal(mail({ role: 'authenticated', sub }))).code).toBe('not_allowed');
    expect((await refusal(mail(people.callers.coach, randomUUID()))).code).toBe('child_not_found');
    const [other] = await db.sql<
      [{ id: string }]
    >`select id from public.children where family_id <> ${people.familyId} limit 1`;
    expect((await refusal(mail(people.callers.coach, other.id))).code).toBe('child_not_found');
    expect(await mails()).toHaveLength(0);
  });

  test('each parent gets it once a day, it names child, location and day, and it is logged', async () => {
    const answers = await Promise.all([mail(people.callers.coach), mail(people.callers.coach)]);
    const sent = await mails();
    expect(answers).toContainEqual({ mails: sent.length });
    expect(answers).toContainEqual({ mails: 0 });
    expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(sent.length);
    for (const { payload } of sent) {
      expect(payload).toMatchObject({ day: people.today, title: expect.any(String) as string });
      expect(payload['child_name']).toEqual(expect.any(String));
      expect(payload['location']).toEqual(expect.any(String));
      expect(Object.keys(payload)).not.toContain('health');
    }
    const log = await db.sql`
      select user_id, row_key, after ->> 'session_id' as place from public.audit_log where action = 'ask'`;
    expect(log).toMatchObject([{ user_id: people.callers.coach.sub, row_key: people.childId, place }]);
  });

  test('its link only asks, and a verified parent’s answer counts', async () => {
    await db.sql`delete from public.outbox where template = 'details_requested'`;
    await mail(people.callers.admin);
    const tokens = (await mails()).map(({ payload }) => payload['manage_token']);
    for (const token of tokens) {
      if (token === undefined) continue;
      const access = { p_access: { token } };
      expect((await refusal(rpc(db, visitor, 'get_managed_order', access))).code).toBe('not_allowed');
      expect((await ask(token)).children.some(({ is_reported }) => is_reported)).toBe(false);
    }
  });
});
