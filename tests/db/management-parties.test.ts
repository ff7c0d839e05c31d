/**
 * Tests staff's birthday parties: who may manage them, what they read, and two admins at once (docs/decisions
 * "/admin/birthday-rsvps").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AnswersSettled,
  BirthdayEnquiries,
  PartyMade,
  PartyReminded,
  PartyStatus,
  PartyDetails,
  PartyNotified,
  StaffParties,
} from '#contract/management-parties.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as leads from '#support/sql-leads.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let made: { party_id: string; code: string };
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  made = await create({ title: 'Kai_s party', place: 'Bishan' });
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const call = (name: string, body: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, body);
const party = (change: object = {}) => leads.partyFields('2026-12-05T10:00:00+08:00', change);
const create = async (change: object = {}) =>
  v.parse(PartyMade, await call('create_party', { p_party: party(change) }));
const readParty = async (id = made.party_id) =>
  v.parse(PartyDetails, await call('get_party_details', { p_party_id: id }));
const list = async (filter: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  v.parse(StaffParties, await call('list_parties', { p_filter: filter, ...more }));
const update = async (change: object, seen: string, tell = false, id = made.party_id) =>
  v.parse(
    PartyNotified,
    await call('update_party', {
      p_party_id: id,
      p_expected: seen,
      p_notify: tell,
      p_party: party({ title: 'Kai_s party', place: 'Bishan', ...change }),
    }),
  );
const mails = (template: string) => db.sql<{ recipient: string; payload: Record<string, unknown> }[]>`
  select recipient, payload from public.outbox where template = ${template} order by created_at, id`;
const answer = (code: string, email: string, change: object = {}) =>
  leads.submitResponse(db, leads.formResponse(code, { contact: { name: email, email }, ...change }));

const calls = (): [string, Record<string, unknown>][] => [
  ['list_parties', {}],
  ['get_party_details', { p_party_id: made.party_id }],
  ['create_party', { p_party: party() }],
  ['update_party', { p_party_id: made.party_id, p_party: {}, p_expected: '' }],
  ['cancel_party', { p_party_id: made.party_id }],
  ['restore_party', { p_party_id: made.party_id }],
  ['remind_party', { p_party_id: made.party_id, p_recipients: 'host' }],
  ['settle_answers', { p_response_id: randomUUID(), p_other_id: randomUUID(), p_counts: 'both' }],
];
describe.each([0, 1, 2, 3, 4, 5, 6, 7])('call %i', (at) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) => {
    const [name, body] = calls()[at] ?? ['', {}];
    expect(await sqlState(call(name, body, role))).toBe('42501');
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
    const [name, body] = calls()[at] ?? ['', {}];
    expect(await refusal(call(name, body, role))).toMatchObject({ code: 'not_allowed', status: 403 });
  });
});

test('a party is created once, however often the request is sent', async () => {
  const party_id = randomUUID();
  const [one, other] = await Promise.all([create({ party_id }), create({ party_id })]);
  expect(one).toEqual(other);
  expect(one.party_id).toBe(party_id);
});

test('upcoming parties are listed first, by date, and others on request', async () => {
  const past = await create();
  await db.sql`update public.parties set starts_at = '2026-10-01T02:00:00Z', ends_at = '2026-10-01T04:00:00Z' where id = ${past.party_id}`;
  const all = await list();
  expect(all.rows.map(({ state }) => state)).not.toContain('over');
  expect(all.rows.map(({ starts_at }) => starts_at)).toEqual(
    all.rows.map(({ starts_at }) => starts_at).sort(),
  );
  expect((await list({ state: 'over' })).rows.map(({ party_id }) => party_id)).toEqual([past.party_id]);
  const every = await list({ state: 'every' }, { p_sort: '-starts' });
  const paged: string[] = [];
  let after: string | null = null;
  do {
    const page: v.InferOutput<typeof StaffParties> = await list(
      { state: 'every' },
      { p_sort: '-starts', p_after: after, p_limit: 1 },
    );
    paged.push(...page.rows.map(({ party_id }) => party_id));
    after = page.next;
  } while (after !== null);
  expect(paged).toEqual(every.rows.map(({ party_id }) => party_id));
});

test('staff find a party by part of its title, host, number or location, and an underscore has no special meaning', async () => {
  const findParties = async (search: string) => (await list({ search })).rows.map(({ party_id }) => party_id);
  for (const term of ['kai_s', 'mei bish', '9123 4567', 'mei@example'])
    expect(await findParties(term)).toContain(made.party_id);
  expect(await findParties('kaiXs')).toEqual([]);
  expect(await findParties("%' or true --")).toEqual([]);
});

test.each<[Record<string, unknown>, Record<string, unknown>, string]>([
  [{ state: 'planned' }, {}, 'p_filter.state'],
  [{ from: '2026-02-31' }, {}, 'p_filter.from'],
  [{ code: 'x' }, {}, 'p_filter.code'],
  [{}, { p_sort: 'code' }, 'p_sort'],
  [{}, { p_limit: 0 }, 'p_limit'],
])('%o %o is refused', async (filter, more, field) =>
  expect(await refusal(list(filter, more))).toMatchObject({ code: 'invalid_input', field }),
);

test('the history shows each answer in full, but of health only whether something was said', async () => {
  await answer(made.code, 'arjun@example.test');
  await answer(made.code, 'grace@example.test', { attending: false, guests: [], answers: {} });
  await leads.saveDraft(db, { form_id: 'form-rsvp', party_code: made.code, body: { name: 'half' } });
  const party = await readParty();
  expect(party).toMatchObject({ drafts: 1, code: made.code, more: false });
  expect(party.party).toMatchObject({
    children: 1,
    adults: 1,
    head_count: 10,
    erased_at: '2027-01-04T04:00:00.000Z',
    answers: { coming: 1, not_coming: 1, again: 0, noted: 1 },
  });
  expect(party.answers[0]).toMatchObject({
    attending: true,
    email: 'arjun@example.test',
    answers: { colour: 'blue' },
    noted: true,
    guests: [
      { name: 'Anika', age: 9, kind: 'child' },
      { name: 'Arjun', kind: 'adult' },
    ],
  });
  expect(JSON.stringify(party)).not.toMatch(/peanut|none that we know|token/i);
});

test('staff decide whether the second answer of a family counts, and can change that', async () => {
  await answer(made.code, 'arjun@example.test', { guests: [{ name: 'Anika', age: 9 }] });
  const [first, second] = (await readParty()).answers.filter(({ email }) => email === 'arjun@example.test');
  expect(second?.duplicate_of).toBe(first?.response_id);
  const settle = async (counts: string) => {
    const body = { p_response_id: second?.response_id, p_other_id: first?.response_id, p_counts: counts };
    v.parse(AnswersSettled, await call('settle_answers', body));
    const { children, adults, answers } = (await readParty()).party;
    return [children, adults, answers.again];
  };
  expect(await settle('this')).toEqual([1, 0, 1]);
  expect(await settle('this')).toEqual([1, 0, 1]);
  expect(await settle('both')).toEqual([2, 1, 0]);
  expect(await settle('other')).toEqual([1, 1, 1]);
  // A later correction by the family does not undo what staff decided.
  const correct = async (which: typeof first, change: object) => {
    const [{ token }] = await db.sql<[{ token: string }]>`
      select token from public.form_responses where id = ${which?.response_id ?? ''}`;
    await answer(made.code, 'arjun@example.test', { token, ...change });
    const { children, adults, answers } = (await readParty()).party;
    return [children, adults, answers.again];
  };
  expect(await settle('this')).toEqual([1, 0, 1]);
  const child = { guests: [{ name: 'Anika', age: 9 }] };
  expect(await correct(first, {})).toEqual([1, 0, 1]);
  expect(await settle('both')).toEqual([2, 1, 0]);
  expect(await correct(second, { ...child, answers: { colour: 'red' } })).toEqual([2, 1, 0]);
  // If the correction has another address, staff have to decide again.
  const moved = { ...child, contact: { name: 'Arjun', email: 'grace@example.test' } };
  expect(await correct(second, moved)).toEqual([1, 1, 1]);
  expect(await correct(second, child)).toEqual([1, 1, 1]);
  expect(await settle('other')).toEqual([1, 1, 1]);
  const stranger = await create();
  await answer(stranger.code, 'x@example.test');
  const [elsewhere] = (await readParty(stranger.party_id)).answers;
  for (const other of [elsewhere?.response_id, first?.response_id, randomUUID()])
    expect(
      await refusal(
        call('settle_answers', { p_response_id: first?.response_id, p_other_id: other, p_counts: 'this' }),
      ),
    ).toMatchObject({ code: 'invalid_input' });
});

test('the guests who come get one mail about a change, and the later of two admins is refused', async () => {
  const seen = (await readParty()).updated_at;
  const before = (await mails('party_notice')).length;
  expect(await update({ place: 'East Coast' }, seen, true)).toEqual({ notified: 1 });
  // A repeated request, as after a lost response, notifies nobody.
  expect(await update({ place: 'East Coast' }, seen, true)).toEqual({ notified: 0 });
  expect(await refusal(update({ head_count: 4 }, seen))).toMatchObject({ code: 'party_changed' });
  const { updated_at } = await readParty();
  expect(await update({ place: 'East Coast', head_count: 4 }, updated_at, true)).toEqual({ notified: 0 });
  const sent = (await mails('party_notice')).slice(before);
  expect(sent).toMatchObject([
    { recipient: 'arjun@example.test', payload: { kind: 'moved', place: 'East Coast' } },
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/Anika|peanut/i);
});

test.each<[object, string]>([
  [{ starts_at: '2026-11-01T10:00:00+08:00', ends_at: '2026-11-01T12:00:00+08:00' }, 'starts_at'],
  [{ ends_at: '2026-12-05T10:05:00+08:00' }, 'ends_at'],
  [{ head_count: 201 }, 'head_count'],
  [{ host_phone: '12' }, 'host_phone'],
  [{ title: ' ' }, 'title'],
])('%o is refused as a change', async (change, field) =>
  expect(await refusal(update(change, (await readParty()).updated_at))).toMatchObject({
    code: 'invalid_input',
    field,
  }),
);

test('a cancelled party is shown as cancelled, cannot be changed, and can be restored', async () => {
  const cancel = async () =>
    v.parse(PartyStatus, await call('cancel_party', { p_party_id: made.party_id, p_notify: true }));
  const before = (await mails('party_notice')).length;
  expect(await cancel()).toEqual({ status: 'cancelled', notified: 1 });
  expect(await cancel()).toEqual({ status: 'cancelled', notified: 0 });
  const { updated_at } = await readParty();
  expect(await refusal(update({}, updated_at))).toMatchObject({ code: 'party_closed' });
  expect(
    await refusal(call('remind_party', { p_party_id: made.party_id, p_recipients: 'host' })),
  ).toMatchObject({ code: 'party_closed' });
  const back = await call('restore_party', { p_party_id: made.party_id, p_notify: true });
  expect(v.parse(PartyStatus, back)).toEqual({ status: 'planned', notified: 1 });
  expect((await mails('party_notice')).slice(before).map(({ payload }) => payload['kind'])).toEqual([
    'cancelled',
    'back',
  ]);
  const [{ n }] = await db.sql<[{ n: number }]>`
    select count(*)::int as n from public.audit_log
    where table_name = 'parties' and row_key = ${made.party_id} and user_id = ${people.callers.admin.sub ?? ''}`;
  expect(n).toBeGreaterThanOrEqual(3);
});

test('host and guests get one reminder a day, even when two admins send it at once', async () => {
  const remind = async (whom: string, role: Role = 'admin') =>
    v.parse(
      PartyReminded,
      await call('remind_party', { p_party_id: made.party_id, p_recipients: whom }, role),
    ).queued;
  const [one, other] = await Promise.all([remind('host'), remind('host', 'business admin')]);
  expect(one + other).toBe(1);
  expect(await remind('guests')).toBe(1);
  expect(await remind('guests')).toBe(0);
  expect((await mails('party_reminder')).at(-1)).toMatchObject({
    recipient: 'mei@example.test',
    payload: { secret: made.code, guests: 2, head_count: 4 },
  });
  expect((await readParty()).guests_reminded_at).not.toBeNull();
  expect(await refusal(remind('everybody'))).toMatchObject({
    code: 'invalid_input',
    field: 'p_recipients',
  });
});

test('an enquiry becomes one party, and its lead is converted', async () => {
  await rpc(db, visitor, 'enquire_birthday', {
    p_enquiry: { parent_name: 'Lim', email: 'lim@example.test', preferred_date: '2026-12-19', guests: 8 },
  });
  const listEnquiries = async () =>
    v.parse(BirthdayEnquiries, await leads.listOpenEnquiries(db, people.callers.admin));
  const [newest] = await listEnquiries();
  expect(newest).toMatchObject({ name: 'Lim', preferred_date: '2026-12-19', guests: 8, status: 'new' });
  const lead_id = newest?.lead_id;
  const { party_id } = await create({ lead_id });
  expect(await refusal(create({ lead_id }))).toMatchObject({ code: 'invalid_input', field: 'lead_id' });
  expect((await listEnquiries()).map((one) => one.lead_id)).not.toContain(lead_id);
  expect((await readParty(party_id)).enquiry).toMatchObject({ lead_id, status: 'converted' });
  // After the lead was deleted, the party no longer shows it.
  await db.sql`delete from public.leads where id = ${lead_id ?? ''}`;
  expect((await readParty(party_id)).enquiry).toBeNull();
});

test('thirty days after the party, its answers name nobody, and the numbers remain', async () => {
  await db.sql`update public.parties set starts_at = clock_timestamp() - interval '31 days 2 hours',
    ends_at = clock_timestamp() - interval '31 days' where id = ${made.party_id}`;
  await db.sql`select private.purge_form_responses()`;
  const party = await readParty();
  expect(party.party).toMatchObject({ children: 1, adults: 1 });
  expect(
    party.answers.every(
      ({ is_erased, name, email, answers }) =>
        is_erased && !name && !email && Object.keys(answers).length === 0,
    ),
  ).toBe(true);
  expect(JSON.stringify(party)).not.toMatch(/Anika|arjun/);
});
