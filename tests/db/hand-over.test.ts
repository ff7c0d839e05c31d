/** Tests how a child leaves, and what staff and parents learn about it (docs/decisions "Handing a child over"). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mayBeSamePerson } from '#contract/pickup.ts';
import { MarkedRoster, RosterEntry, RosterState } from '#contract/roster.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let place: string;
let booking: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await db.sql`delete from public.blocked_collectors`;
  await db.sql`update public.profiles set name = 'Mei Tan', phone = '+6591110000' where id = ${people.parentId}`;
});
beforeEach(async () => {
  await setTime('17:00');
  await db.sql`delete from public.outbox where template = 'hand_over'`;
  await db.sql`delete from public.blocked_collectors`;
  await db.sql`update public.children set may_go_alone = false, dob = '2018-03-01' where id = ${people.childId}`;
  place = await shop.makeSession(db, { date: people.today, capacity: 9 });
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${people.childId}, ${people.familyId} from public.sessions where id = ${place}
    returning id`;
  booking = row.id;
  await assignAsCoach(db, people.coachId, place);
});
afterAll(() => db.drop());

const setTime = (time: string) => stopCalendar(db, `${people.today}T${time}:00+08:00`);
const moment = (time: string) => new Date(`${people.today}T${time}:00+08:00`).toISOString();
const go = (collected_by: string, handed_to: string | null, more: object = {}) => ({
  id: randomUUID(),
  entry_id: booking,
  kind: 'out',
  made_at: moment('16:59'),
  collected_by,
  handed_to,
  ...more,
});
const send = async (mark: object, who: Caller = people.callers.coach): Promise<string> => {
  const marks = { p_place_id: place, p_day: people.today, p_marks: [mark] };
  const answer = await rpc(db, who, 'mark_roster', marks);
  return v.parse(MarkedRoster, answer).refused[0]?.code ?? 'kept';
};
const state = async () =>
  v
    .parse(RosterState, await rpc(db, people.callers.admin, 'get_roster_state'))
    .entries.find(({ entry_id }) => entry_id === booking);
const mails = () => db.sql<{ recipient: string; kind: string; payload: Record<string, unknown> }[]>`
    select recipient, payload ->> 'kind' as kind, payload from public.outbox
    where template = 'hand_over' order by recipient`;

describe('the roster', () => {
  test('the roster has the parents’ numbers, the blocked collectors, and whether the child may go home alone', async () => {
    await rpc(db, people.callers.parent, 'block_collector', { p_name: 'Uncle Bad', p_note: 'red cap' });
    const roster = v.parse(v.array(RosterEntry), await rpc(db, people.callers.coach, 'get_todays_roster'));
    const child = roster.find(({ session_id }) => session_id === place)?.children[0];
    expect(child?.parents).toContainEqual({ name: 'Mei Tan', phone: '+6591110000' });
    expect(child?.parents).toHaveLength(2);
    expect(child).toMatchObject({
      blocked_collectors: [{ name: 'Uncle Bad', note: 'red cap' }],
      going_alone: 'too_young',
    });
  });
});

describe('a hand-over', () => {
  test('a hand-over to a parent or a listed person is recorded with the name, and sends no mail', async () => {
    expect(await send(go('parent', 'mei  tan'))).toBe('kept');
    expect(await state()).toMatchObject({
      state: 'out',
      collected_by: 'parent',
      handed_to: 'mei tan',
      concerns: [],
    });
    const [person] = await db.sql<[{ name: string }]>`
      select name from public.pickup_authorizations where family_id = ${people.familyId} limit 1`;
    expect(await send(go('listed_person', person.name))).toBe('kept');
    expect(await mails()).toEqual([]);
  });

  test('a name that is on no list is refused as a parent or as a listed person', async () => {
    for (const collector of ['parent', 'listed_person'])
      expect(await send(go(collector, 'A Stranger', { reason: 'x', confirmed: true }))).toBe(
        'collector_not_listed',
      );
    expect((await state())?.state).toBe('expected');
  });

  test('a hand-over to somebody else needs a checked photo ID and a call to a parent, and both parents get one mail at once', async () => {
    expect(await send(go('other_person', 'Ann Lim'))).toBe('confirmation_needed');
    expect(await send(go('other_person', 'Ann Lim', { id_checked: true }))).toBe('confirmation_needed');
    expect(await send(go('other_person', 'Ann Lim', { reason: 'Known to us' }))).toBe('confirmation_needed');
    expect(await send(go('other_person', 'Ann Lim', { confirmed: true }))).toBe('confirmation_needed');
    expect(await mails()).toEqual([]);
    const mark = go('other_person', 'Ann Lim', { id_checked: true, parent_called: true });
    expect(await send(mark)).toBe('kept');
    expect(await send(mark)).toBe('kept');
    expect(await state()).toMatchObject({ collected_by: 'other_person', handed_to: 'Ann Lim', concerns: [] });
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(['parent@example.test', 'second@example.test']);
    expect(sent[0]?.payload).toMatchObject({
      kind: 'other_person',
      child_name: 'kept',
      person: 'Ann Lim',
      id_checked: true,
      parent_called: true,
      day: people.today,
    });
    expect(JSON.stringify(sent)).not.toMatch(/allerg|medic/i);
  });

  test('an undone hand-over is mailed as a mistake to the parents who had a mail about it', async () => {
    const mark = go('other_person', 'Ann Lim', { id_checked: true, parent_called: true });
    await send(mark);
    const undo = {
      id: randomUUID(),
      entry_id: booking,
      kind: 'undo',
      made_at: moment('16:59'),
      undoes: mark.id,
    };
    expect(await send(undo)).toBe('kept');
    expect((await mails()).filter(({ kind }) => kind === 'taken_back')).toHaveLength(2);
    const parent = go('parent', 'Mei Tan');
    await send(parent);
    await send({ ...undo, id: randomUUID(), undoes: parent.id });
    expect((await mails()).filter(({ kind }) => kind === 'taken_back')).toHaveLength(2);
  });

  test('a child who leaves alone needs a parent’s consent and the minimum age, or a reason and a confirmation', async () => {
    expect(await send(go('alone', null))).toBe('confirmation_needed');
    await rpc(db, people.callers.parent, 'set_going_alone', { p_child_id: people.childId, p_allowed: true });
    expect(await send(go('alone', null))).toBe('confirmation_needed');
    await db.sql`update public.children set dob = '2016-11-18' where id = ${people.childId}`;
    expect(await send(go('alone', null))).toBe('kept');
    expect(await mails()).toEqual([]);
    const forbidden = { p_child_id: people.childId, p_allowed: false };
    await rpc(db, people.callers['second parent'], 'set_going_alone', forbidden);
    expect(await send(go('alone', null))).toBe('confirmation_needed');
    expect(await send(go('alone', null, { reason: 'Mother called', confirmed: true }))).toBe('kept');
    expect(await state()).toMatchObject({
      state: 'out',
      collected_by: 'alone',
      handed_to: null,
      concerns: ['no_consent'],
      is_confirmed: true,
      reason: 'Mother called',
    });
    const toBothParents = ['alone', ['no_consent']];
    expect((await mails()).map(({ kind, payload }) => [kind, payload['concerns']])).toEqual([
      toBothParents,
      toBothParents,
    ]);
  });

  test('the minimum age for leaving alone comes from the settings', async () => {
    await rpc(db, people.callers.parent, 'set_going_alone', { p_child_id: people.childId, p_allowed: true });
    const [{ goes_alone_from_age: before }] = (await db.sql`
      select goes_alone_from_age from public.settings`) as unknown as [{ goes_alone_from_age: number }];
    await db.sql`update public.settings set goes_alone_from_age = 8`;
    expect(await send(go('alone', null))).toBe('kept');
    await db.sql`update public.settings set goes_alone_from_age = ${before}`;
  });

  test('a hand-over to a blocked person needs a confirmation, also as somebody else, and both parents get a mail', async () => {
    const blocked = { p_name: 'Bad, Uncle', p_child_id: people.childId };
    await rpc(db, people.callers.parent, 'block_collector', blocked);
    await db.sql`insert into public.blocked_collectors (family_id, name) values (${people.familyId}, 'Mei')`;
    expect(await send(go('parent', 'Mei Tan'))).toBe('confirmation_needed');
    const mark = (more: object = {}) =>
      go('other_person', 'uncle bad', { id_checked: true, parent_called: true, ...more });
    expect(await send(mark())).toBe('confirmation_needed');
    expect(await send(mark({ reason: 'The court lifted it', confirmed: true }))).toBe('kept');
    expect(await state()).toMatchObject({ concerns: ['blocked_person'], is_confirmed: true });
    expect((await mails()).map(({ kind }) => kind)).toEqual(['blocked_person', 'blocked_person']);
  });

  test('people blocked for all children are checked, but not those blocked for a sibling', async () => {
    const [{ id: sibling }] = await db.sql<[{ id: string }]>`
      insert into public.children (family_id, name, dob) values (${people.familyId}, 'Lily Tan', '2019-03-01') returning id`;
    const block = (p_name: string, p_child_id: string | null) =>
      rpc(db, people.callers.parent, 'block_collector', { p_name, p_child_id });
    await block('Uncle Bad', null);
    await block('Aunt Of Lily', sibling);
    const roster = v.parse(v.array(RosterEntry), await rpc(db, people.callers.coach, 'get_todays_roster'));
    const child = roster.find(({ session_id }) => session_id === place)?.children[0];
    expect(child?.blocked_collectors).toEqual([{ name: 'Uncle Bad', note: null }]);
    const give = (name: string) => send(go('other_person', name, { id_checked: true, parent_called: true }));
    expect(await give('Uncle Bad')).toBe('confirmation_needed');
    expect(await give('Aunt Of Lily')).toBe('kept');
  });

  test('an undo for another child does not undo the hand-over, and no mail calls it a mistake', async () => {
    const [{ id: sibling }] = await db.sql<[{ id: string }]>`
      with child as (
        insert into public.children (family_id, name, dob) values (${people.familyId}, 'Adam Tan', '2019-03-01') returning id)
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select s.id, s.session_date, s.session_time, child.id, ${people.familyId} from public.sessions s, child
      where s.id = ${place} returning id`;
    const mark = go('other_person', 'Ann Lim', { id_checked: true, parent_called: true });
    await send(mark);
    const undo = { kind: 'undo', made_at: moment('16:59'), undoes: mark.id };
    expect(await send({ ...undo, id: randomUUID(), entry_id: sibling })).toBe('kept');
    expect((await state())?.state).toBe('out');
    expect((await mails()).filter(({ kind }) => kind === 'taken_back')).toEqual([]);
    await send({ ...undo, id: randomUUID(), entry_id: booking });
    expect((await mails()).filter(({ kind }) => kind === 'taken_back')).toHaveLength(2);
  });

  test('a hand-over that was sent late is recorded with its concerns, and the parents get a mail', async () => {
    expect(await send(go('alone', null, { made_at: moment('16:00') }))).toBe('kept');
    expect(await state()).toMatchObject({
      state: 'out',
      concerns: ['too_young', 'no_consent'],
      is_confirmed: false,
      reason: null,
    });
    expect(await send(go('parent', 'A Stranger', { made_at: moment('16:10') }))).toBe('kept');
    expect(await state()).toMatchObject({ handed_to: 'A Stranger', concerns: ['not_listed'] });
    expect((await mails()).map(({ kind }) => kind).sort()).toEqual([
      ...['alone', 'alone', 'other_person', 'other_person'],
    ]);
  });

  test('a refused hand-over leaves the child present, records who came and why, and mails the parents', async () => {
    await send({ id: randomUUID(), entry_id: booking, kind: 'in', made_at: moment('09:00') });
    const refused = {
      id: randomUUID(),
      entry_id: booking,
      kind: 'not_handed_over',
      made_at: moment('16:59'),
      handed_to: 'A Stranger',
      reason: 'Knew no code',
    };
    expect(await send(refused)).toBe('kept');
    expect(await state()).toMatchObject({
      state: 'in',
      not_handed_over: { person: 'A Stranger', reason: 'Knew no code', at: moment('16:59') },
    });
    expect((await mails()).map(({ kind }) => kind)).toEqual(['not_handed_over', 'not_handed_over']);
    expect(await send(go('parent', 'Mei Tan', { made_at: moment('17:00') }))).toBe('kept');
    expect((await state())?.not_handed_over).toBeNull();
  });

  test('names and reasons are deleted after 90 days, and the mails when the family is erased', async () => {
    await send(go('alone', null, { reason: 'Mother called', confirmed: true }));
    await db.sql`update public.attendance_marks set received_at = now() - interval '91 days' where booking_id = ${booking}`;
    await db.sql`select private.purge_day_notes()`;
    expect(await state()).toMatchObject({ collected_by: 'alone', reason: null });
    await db.sql`select private.empty_mails(array[${people.familyId}]::uuid[])`;
    expect(await mails()).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ recipient: 'parent@example.test' })]),
    );
  });

  test('families, another coach, and a coach on another day cannot record a hand-over', async () => {
    const mark = go('parent', 'Mei Tan');
    const stranger: Caller = {
      role: 'authenticated',
      sub: await makeUser(db, 'other-coach@example.test', ['coach']),
    };
    for (const who of [people.callers.parent, people.callers['other parent'], stranger])
      expect(await refusal(send(mark, who))).toMatchObject({ code: 'not_allowed' });
    await stopCalendar(db, '2026-11-20T12:00:00+08:00');
    expect(await refusal(send(mark))).toMatchObject({ code: 'not_allowed' });
  });
});

test.each([
  ['Tan Ah Kow', 'tan ah kow', true],
  ['Tan Ah Kow', 'Kow, Tan', true],
  ['Tan', 'Tan Ah Kow', true],
  ['Ben-Ali', 'ali ben', true],
  ['Tan Ah Kow', 'Lim Ah Kow', false],
  ['Ann', 'Anna', false],
  ['Sean O’Brien', "o'brien sean", true],
  ['Ｔａｎ Ah Kow', 'Tan Ah Kow', true],
  ['Nguyễn Văn Bảo', 'Nguyen Van Bao', true],
  ['Mary–Ann (Auntie) Lim', 'mary ann lim', true],
  ['陈小明', '陈小明', true],
  ['陈小明', '王小明', false],
  ['', 'Ann', false],
])(
  'the names “%s” and “%s” are compared alike by the database and by an offline phone',
  async (one, other, same) => {
    const [row] = await db.sql`select private.may_be_same_person(${one}, ${other}) as same`;
    expect(row?.['same']).toBe(same);
    expect(mayBeSamePerson(one, other)).toBe(same);
  },
);
