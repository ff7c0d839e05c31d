/**
 * Tests staff's waitlists: who waits for what, and what admins may change (spec 1 §6, docs/decisions
 * "/management/waitlists").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PlacesAdded,
  StaffQueue,
  StaffWaitingHistory,
  StaffWaitlists,
  WaitingChanged,
} from '#contract/management-waitlists.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await shop.publish(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const call = (name: string, body: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, body);
const list = async (filter: Record<string, unknown> = {}, more: Record<string, unknown> = {}, role?: Role) =>
  v.parse(StaffWaitlists, await call('list_waitlists', { p_filter: filter, ...more }, role));
const queue = async (place: string) => v.parse(StaffQueue, await call('get_waitlist', { p_place_id: place }));
const readHistory = async (entry: string) =>
  v.parse(StaffWaitingHistory, await call('get_waiting_history', { p_entry_id: entry }));
const remove = async (entry: string, seen: string | null) =>
  v.parse(WaitingChanged, await call('remove_from_waitlist', { p_entry_id: entry, p_expected: seen }));
const restore = async (entry: string, seen: string) =>
  v.parse(WaitingChanged, await call('restore_waitlist_offer', { p_entry_id: entry, p_expected: seen }));
const add = async (place: string, places: number, seen: number) =>
  v.parse(PlacesAdded, await call('add_places', { p_place_id: place, p_places: places, p_expected: seen }));
const statuses = async (place: string) => (await queue(place)).queue.map(({ status }) => status);

const calls: [string, Record<string, unknown>][] = [
  ['list_waitlists', {}],
  ['get_waitlist', { p_place_id: randomUUID() }],
  ['get_waiting_history', { p_entry_id: randomUUID() }],
  ['remove_from_waitlist', { p_entry_id: randomUUID(), p_expected: 'waiting' }],
  ['add_places', { p_place_id: randomUUID(), p_places: 1, p_expected: 1 }],
  ['preview_places', { p_place_id: randomUUID(), p_places: 1, p_expected: 1 }],
];
describe.each(calls)('%s', (name, body) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(call(name, body, role))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(call(name, body, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});

test('thousands of invented addresses do not hide the families who wait', async () => {
  const { session } = await waitlists.makeFullSession(db, 2);
  await waitlists.joinWaitlist(db, { session_id: session });
  await db.sql`
    with e as (
      insert into public.waitlist_entries (status, session_id, places, parent_name, parent_email, parent_phone, joined_at)
      select 'unconfirmed', ${session}, 1, 'Flood', 'flood' || n || '@example.test', '+6591234567', now() + n * interval '1 second'
      from generate_series(1, 250) n
      returning id)
    insert into public.waitlist_children (entry_id, position, name, dob) select id, 0, 'Kai', '2018-05-01' from e`;
  const list = await queue(session);
  expect(list.place).toMatchObject({ waiting: 1, unconfirmed: 250 });
  expect(list.queue[0]).toMatchObject({ status: 'waiting' });
  // The list shows the latest 100 unconfirmed entries, because one of those families may be at the desk now.
  expect(list.queue.slice(1).map(({ email }) => email)).toEqual(
    Array.from({ length: 100 }, (_, n) => `flood${151 + n}@example.test`),
  );
});

test.each(['admin', 'business admin'] as const)(
  '%s sees each session and camp with the counts of its waitlist',
  async (role) => {
    const { session } = await waitlists.makeFullSession(db, 2);
    await waitlists.joinWaitlist(db, { session_id: session, children: 2 });
    const { order, session: freed } = await waitlists.makeFullSession(db);
    await waitlists.joinWaitlist(db, { session_id: freed });
    await waitlists.releaseOrder(db, order);
    await rpc(db, visitor, 'join_waitlist', { p_entry: waitlists.joinRequest({ session_id: session }) });
    const all = await list({}, { p_limit: 1000 }, role);
    expect(all.rows.find(({ place_id }) => place_id === session)).toMatchObject({
      kind: 'session',
      capacity: 2,
      taken: 2,
      waiting: 1,
      wanted: 2,
      unconfirmed: 1,
      offered: 0,
      entries: 2,
    });
    const { rows } = await list({ state: 'offered' }, {}, role);
    expect(rows.find(({ place_id }) => place_id === freed)).toMatchObject({ offered: 1, waiting: 0 });
    expect(rows.map(({ place_id }) => place_id)).not.toContain(session);
    expect(JSON.stringify(all)).not.toMatch(/secret|allerg/);
  },
);

test('the pages contain each session and camp once, in both directions', async () => {
  for (const sort of ['starts', '-starts']) {
    const allIds = (await list({}, { p_sort: sort, p_limit: 1000 })).rows.map(({ place_id }) => place_id);
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const page: StaffWaitlists = await list({}, { p_sort: sort, p_after: after, p_limit: 2 });
      if (after !== null) expect(page.count).toBeNull();
      paged.push(...page.rows.map(({ place_id }) => place_id));
      after = page.next;
    } while (after !== null);
    expect(paged).toEqual(allIds);
    expect(new Set(paged).size).toBe(paged.length);
  }
});

test.each<[Record<string, unknown>, Record<string, unknown>, string]>([
  [{ state: 'gone' }, {}, 'p_filter.state'],
  [{ kind: "camp' or true --" }, {}, 'p_filter.kind'],
  [{ search: ' ' }, {}, 'p_filter.search'],
  [{ secret: 'x' }, {}, 'p_filter.secret'],
  [{}, { p_sort: 'secret' }, 'p_sort'],
  [{}, { p_limit: 0 }, 'p_limit'],
])('%o %o is refused', async (filter, more, field) =>
  expect(await refusal(list(filter, more))).toMatchObject({ code: 'invalid_input', field }),
);

test('staff find a session or camp by a parent who waits for it, and by one of the children', async () => {
  const { session } = await waitlists.makeFullSession(db);
  const wish = waitlists.joinRequest({ session_id: session });
  await waitlists.joinAs(db, visitor, {
    ...wish,
    parent: { ...wish.parent, name: 'Padma Iyer_Rao' },
    children: [{ name: 'Zubin', dob: waitlists.bornYearsAgo(9) }],
  });
  for (const search of ['iyer_r', 'zubin', wish.parent.email])
    expect((await list({ search })).rows.map(({ place_id }) => place_id)).toEqual([session]);
  expect((await list({ search: 'iyerXr' })).rows).toEqual([]);
});

test('the waitlist shows position, children, offers and history, without a secret', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const [first, second] = [
    await waitlists.joinWaitlist(db, { session_id: session }),
    await waitlists.joinWaitlist(db, { session_id: session }),
  ];
  await waitlists.releaseOrder(db, order);
  const list = await queue(session);
  expect(list.queue.map(({ entry_id, status, position }) => [entry_id, status, position])).toEqual([
    [first.entry_id, 'offered', null],
    [second.entry_id, 'waiting', 1],
  ]);
  expect(list.queue[0]?.offer_expires_at).not.toBeNull();
  expect(list.queue[0]?.children).toMatchObject([{ age: 9, is_friend: false }]);
  expect(list.place).toMatchObject({ offered: 1, next_lapse: list.queue[0]?.offer_expires_at });
  expect(JSON.stringify(list)).not.toMatch(/"secret"|dob|allerg/);
  const events = await readHistory(first.entry_id);
  expect(events.map(({ kind, about }) => [kind, about])).toEqual(
    expect.arrayContaining([
      ['status', 'waiting'],
      ['status', 'offered'],
      ['held_until', list.queue[0]?.offer_expires_at],
      ['mail_waits', 'waitlist_offer'],
    ]),
  );
});

describe('removing a family from the waitlist', () => {
  test('staff can undo it into the old position, and can remove an entry only as they saw it', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const [first, second] = [
      await waitlists.joinWaitlist(db, { session_id: session }),
      await waitlists.joinWaitlist(db, { session_id: session }),
    ];
    expect(await remove(first.entry_id, 'waiting')).toMatchObject({ status: 'left' });
    expect(await waitlists.viewEntry(db, second)).toMatchObject({ position: 1 });
    expect(await refusal(remove(first.entry_id, 'waiting'))).toMatchObject({ code: 'changed_meanwhile' });
    expect(await refusal(remove(first.entry_id, 'left'))).toMatchObject({ code: 'changed_meanwhile' });
    expect(await refusal(remove(first.entry_id, null))).toMatchObject({ code: 'invalid_input' });
    expect(await restore(first.entry_id, 'left')).toMatchObject({ status: 'waiting', position: 1 });
    expect((await readHistory(first.entry_id)).find(({ about }) => about === 'left')?.who).not.toBeNull();
  });

  test('an offered spot is passed on at once', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    const [first, second] = [
      await waitlists.joinWaitlist(db, { session_id: session }),
      await waitlists.joinWaitlist(db, { session_id: session }),
    ];
    await waitlists.releaseOrder(db, order);
    expect(await refusal(remove(first.entry_id, 'waiting'))).toMatchObject({ code: 'changed_meanwhile' });
    await remove(first.entry_id, 'offered');
    expect(await waitlists.viewEntry(db, second)).toMatchObject({ status: 'offered' });
    // The next family has the offer, so the entry gets its old position without an offer.
    expect(await restore(first.entry_id, 'left')).toMatchObject({ status: 'waiting', position: 1 });
  });

  test('a family that saw its offer is notified that it has ended, unless the removal is undone at once', async () => {
    const removals = (entryId: string) =>
      db.sql<{ template: string; payload: unknown }[]>`
        select template, payload from public.outbox where key like ${`waitlist_removed:${entryId}:%`}`;
    const makeOffer = async () => {
      const { order, session } = await waitlists.makeFullSession(db);
      const entry = await waitlists.joinWaitlist(db, { session_id: session });
      await waitlists.releaseOrder(db, order);
      return { ...entry, session };
    };
    const unread = await makeOffer();
    await remove(unread.entry_id, 'offered');
    expect(await removals(unread.entry_id)).toEqual([]);

    const read = await makeOffer();
    await db.sql`update public.outbox set attempts = 1, sent_at = now() where template = 'waitlist_offer'`;
    await remove(read.entry_id, 'offered');
    expect(await removals(read.entry_id)).toMatchObject([
      { payload: { places: 1, session: { session_id: read.session } } },
    ]);
    await restore(read.entry_id, 'left');
    expect(await removals(read.entry_id)).toEqual([]);
  });

  test('when two admins remove an entry at once, the second is refused because of the first', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const { entry_id } = await waitlists.joinWaitlist(db, { session_id: session });
    const both = await Promise.allSettled([remove(entry_id, 'waiting'), remove(entry_id, 'waiting')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('a family that left after the page was loaded cannot be restored', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const entry = await waitlists.joinWaitlist(db, { session_id: session });
    await rpc(db, visitor, 'leave_waitlist', { p_secret: entry.secret });
    expect(await refusal(restore(entry.entry_id, 'waiting'))).toMatchObject({ code: 'changed_meanwhile' });
    expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'left' });
  });

  test('a family whose data were erased cannot be restored', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const { entry_id } = await waitlists.joinWaitlist(db, { session_id: session });
    await db.sql`select private.forget_waiting(array[${entry_id}]::uuid[])`;
    expect(await refusal(remove(entry_id, 'left'))).toMatchObject({ code: 'waitlist_entry_not_found' });
    expect((await queue(session)).ended).toMatchObject([{ entry_id, name: null, email: null }]);
  });
});

describe('adding spots', () => {
  test('added spots are offered to the waitlist first, and a repeated request adds them once', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const first = await waitlists.joinWaitlist(db, { session_id: session });
    await waitlists.joinWaitlist(db, { session_id: session });
    expect(await add(session, 1, 1)).toMatchObject({ capacity: 2, offers: [{ entry_id: first.entry_id }] });
    expect(await refusal(add(session, 1, 1))).toMatchObject({ code: 'changed_meanwhile' });
    expect(await waitlists.viewEntry(db, first)).toMatchObject({ status: 'offered' });
    expect(await statuses(session)).toEqual(['offered', 'waiting']);
    expect((await queue(session)).place).toMatchObject({ capacity: 2, taken: 2, offered: 1 });
  });

  test.each<[places: number | null, field: string]>([
    [0, 'p_places'],
    [51, 'p_places'],
    [null, 'p_places'],
  ])('%s are refused', async (p_places, field) => {
    const { session } = await waitlists.makeFullSession(db);
    expect(await refusal(call('add_places', { p_place_id: session, p_places, p_expected: 1 }))).toMatchObject(
      {
        code: 'invalid_input',
        field,
      },
    );
  });

  test('spots cannot be added to a session or camp that has begun or does not exist', async () => {
    const past = await shop.makeSession(db, { date: '2026-11-14', capacity: 3 });
    expect(await refusal(add(past, 1, 3))).toMatchObject({ code: 'session_started' });
    expect(await refusal(add(randomUUID(), 1, 3))).toMatchObject({ code: 'place_not_found' });
  });
});

test('past sessions and camps are in a separate view', async () => {
  const { session } = await waitlists.makeFullSession(db);
  const { entry_id } = await waitlists.joinWaitlist(db, { session_id: session });
  await remove(entry_id, 'waiting');
  const ids = async (filter: Record<string, unknown>) =>
    (await list(filter, { p_limit: 1000 })).rows.map(({ place_id }) => place_id);
  expect(await ids({})).not.toContain(session);
  expect(await ids({ state: 'over' })).toContain(session);
});
