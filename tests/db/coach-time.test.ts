/**
 * Tests coaches' working hours and absences: who may enter and read them, and which sessions and camps then need
 * another coach (docs/decisions "Coaches' time").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoachWeek, SavedCoachHours } from '#contract/coach-time.ts';
import { ManagementToday } from '#contract/management.ts';
import { type Coaches, refusalCode, makeCoaches, type CallerName } from '#support/sql-coaches.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';

let coaches: Coaches;
beforeAll(async () => {
  coaches = await makeCoaches();
});
afterAll(() => coaches.db.drop());
beforeEach(() => coaches.nextTest());

const monday = async () => {
  const [{ day }] = await coaches.db.sql<[{ day: string }]>`
    select date_trunc('week', private.calendar_today()::timestamp)::date::text as day`;
  return day;
};

describe('who may enter and read a coach’s availability', () => {
  const others: CallerName[] = ['parent', 'second parent', 'other parent'];

  test('a coach enters and reads only their own availability', async () => {
    const hours = [{ weekday: 6, from_time: '09:00', until_time: '17:00' }];
    const save = (p_hours: object[], p_expected: object[], who: CallerName = 'coach') =>
      coaches.call(who, 'save_coach_hours', { p_hours, p_expected, p_coach_id: coaches.coachIds.Ana });
    const saved = v.parse(SavedCoachHours, await save(hours, []));
    expect(saved.hours).toEqual(hours);
    // An admin whose screen shows older hours is refused.
    expect(await refusalCode(save([], [], 'admin'))).toBe('changed_meanwhile');
    await coaches.saveAbsence('coach', coaches.absenceFields(3));
    const week = v.parse(
      CoachWeek,
      await coaches.call('coach', 'get_coach_week', { p_monday: await monday() }),
    );
    expect(week).toMatchObject({ is_me: true, coaches: null, coach: { name: 'Ana' }, hours });
    expect(week.absences).toMatchObject([{ kind: 'ill', note: 'Flu' }]);

    const { absence: bens } = await coaches.saveAbsence('admin', coaches.absenceFields(3), {
      p_coach_id: coaches.coachIds.Ben,
    });
    for (const [name, args] of [
      ['get_coach_week', { p_monday: await monday(), p_coach_id: coaches.coachIds.Ben }],
      ['save_coach_hours', { p_hours: [], p_coach_id: coaches.coachIds.Ben }],
      ['save_coach_absence', { p_absence: coaches.absenceFields(4), p_coach_id: coaches.coachIds.Ben }],
      [
        'list_coach_places',
        { p_coach_id: coaches.coachIds.Ana, p_from: coaches.dateIn(0), p_until: coaches.dateIn(7) },
      ],
      ['change_coaches', { p_items: [] }],
      ['preview_change_coaches', { p_items: [] }],
    ] as const)
      expect(await refusalCode(coaches.call('coach', name, args)), name).toBe('not_allowed');
    // A coach gets the same error for a colleague's absence as for one that does not exist.
    expect(
      await refusalCode(
        coaches.call('coach', 'save_coach_absence', { p_absence: coaches.absenceFields(4), p_id: bens.id }),
      ),
    ).toBe('absence_not_found');
    expect(await refusalCode(coaches.call('coach', 'remove_coach_absence', { p_id: bens.id }))).toBe(
      'absence_not_found',
    );
  });

  test('an admin enters and reads it for any coach', async () => {
    const saved = await coaches.saveAbsence('admin', coaches.absenceFields(3), {
      p_coach_id: coaches.coachIds.Ana,
    });
    const args = { p_monday: await monday(), p_coach_id: coaches.coachIds.Ana };
    const week = v.parse(CoachWeek, await coaches.call('business admin', 'get_coach_week', args));
    expect(week).toMatchObject({ is_me: false, absences: [{ note: 'Flu' }] });
    expect(week.coaches).toContainEqual({ id: coaches.coachIds.Ben, name: 'Ben' });
    // The coach has changed the absence since the admin opened it, so neither a save nor a removal overwrites it.
    const p_id = saved.absence.id;
    const p_expected = { ...saved.absence };
    const fields = coaches.absenceFields(3, { note: 'Flu, and a cough' });
    const changed = await coaches.saveAbsence('coach', fields, { p_id, p_expected });
    expect(
      await refusalCode(
        coaches.call('admin', 'save_coach_absence', {
          p_absence: coaches.absenceFields(4),
          p_id,
          p_expected,
        }),
      ),
    ).toBe('changed_meanwhile');
    expect(await refusalCode(coaches.call('admin', 'remove_coach_absence', { p_id, p_expected }))).toBe(
      'changed_meanwhile',
    );
    await coaches.call('admin', 'remove_coach_absence', { p_id, p_expected: { ...changed.absence } });
    expect(v.parse(CoachWeek, await coaches.call('admin', 'get_coach_week', args)).absences).toEqual([]);
    expect(
      await refusalCode(
        coaches.call('admin', 'get_coach_week', { ...args, p_coach_id: coaches.cast.coachId }),
      ),
    ).toBe('coach_not_found');
  });

  test('coaches find today’s parties in their own week and can open them', async () => {
    const enterParty = async (clock: string, days = 0, status = 'planned') => {
      const [{ id }] = await coaches.db.sql<[{ id: string }]>`
        insert into public.parties (title, host_name, starts_at, ends_at, place, head_count, status)
        select 'Kai turns 8', 'Mei Tan', at, at + interval '2 hours', 'Their home', 10, ${status}
        from (select (private.calendar_today() + ${days}::integer + ${clock}::time) at time zone 'Asia/Singapore' as at) t
        returning id`;
      return id;
    };
    const party_id = await enterParty('23:30');
    await enterParty('10:00', 0, 'cancelled');
    await enterParty('00:00', 1);
    await enterParty('23:59', -1);
    const week = v.parse(
      CoachWeek,
      await coaches.call('coach', 'get_coach_week', { p_monday: await monday() }),
    );
    expect(week.parties).toEqual([
      { party_id, package: null, head_count: 10, from_time: '23:30', until_time: '01:30' },
    ]);
    expect(await coaches.call('coach', 'get_party_sheet', { p_party_id: party_id })).toMatchObject({
      party_id,
    });
    // An admin finds the same parties on Today.
    const today = v.parse(ManagementToday, await coaches.call('admin', 'get_management_today', {}));
    expect(today.parties).toEqual(week.parties);
    const parties = async (args: object) =>
      v.parse(CoachWeek, await coaches.call('admin', 'get_coach_week', args)).parties;
    // The party has no coach, so the week of one coach does not list it.
    expect(await parties({ p_monday: await monday(), p_coach_id: coaches.coachIds.Ana })).toEqual([]);
    const [{ next }] = await coaches.db.sql<
      [{ next: string }]
    >`select (${await monday()}::date + 7)::text as next`;
    const later = await coaches.call('coach', 'get_coach_week', { p_monday: next });
    expect(v.parse(CoachWeek, later).parties).toEqual([]);
  });

  test('no other user may, nor a coach whose role was removed', async () => {
    const { absence: own } = await coaches.saveAbsence('coach', coaches.absenceFields(3));
    const calls = [
      ['get_coach_week', { p_monday: await monday() }],
      ['save_coach_hours', { p_hours: [] }],
      ['save_coach_absence', { p_absence: coaches.absenceFields(4) }],
      ['remove_coach_absence', { p_id: own.id }],
      [
        'list_coach_places',
        { p_coach_id: coaches.coachIds.Ana, p_from: coaches.dateIn(0), p_until: coaches.dateIn(7) },
      ],
      ['change_coaches', { p_items: [] }],
      ['preview_change_coaches', { p_items: [] }],
    ] as const;
    for (const who of others)
      for (const [name, args] of calls)
        expect(await refusalCode(coaches.call(who, name, args)), `${who} ${name}`).toBe('not_allowed');
    for (const [name, args] of calls)
      await expect(rpc(coaches.db, visitor, name, { ...args }), name).rejects.toThrow('permission denied');
    await coaches.db
      .sql`delete from public.user_roles where user_id = ${coaches.cast.coachId} and role = 'coach'`;
    for (const [name, args] of calls)
      expect(await refusalCode(coaches.call('coach', name, args)), name).toBe('not_allowed');
    await coaches.db
      .sql`insert into public.user_roles (user_id, role) values (${coaches.cast.coachId}, 'coach')`;
  });

  test('nobody can read the tables directly, and the log has neither kind nor note', async () => {
    await coaches.saveAbsence('coach', coaches.absenceFields(3));
    for (const table of ['coach_absences', 'coach_hours', 'coach_exceptions'])
      for (const who of [coaches.cast.callers.admin, coaches.cast.callers.coach, visitor, service])
        await expect(
          coaches.db.as(who, (sql) => sql`select * from ${sql(`public.${table}`)}`),
        ).rejects.toThrow('permission denied');
    const logged = await coaches.db.sql<{ after: object }[]>`
      select after from public.audit_log where table_name = 'coach_absences' and action = 'insert' order by id desc limit 1`;
    expect(Object.keys(logged[0]?.after ?? {}).sort()).toEqual([
      ...['coach_id', 'first_day', 'from_time', 'last_day', 'until_time'],
    ]);
  });

  test.each([
    ['no day', { first_day: '2026-02-31' }, 'first_day'],
    ['an end before its beginning', { last_day: '2026-01-01' }, 'last_day'],
    ['hours in the wrong order', { from_time: '12:00', until_time: '09:00' }, 'until_time'],
    ['half of the hours', { from_time: '12:00' }, 'until_time'],
    ['another kind', { kind: 'lazy' }, 'kind'],
    ['an unknown field', { coach_id: 'x' }, 'coach_id'],
    ['a text of several lines', { note: 'a\nb' }, 'note'],
  ])('an absence with %s is refused', async (_what, change, field) => {
    const answer = coaches.call('coach', 'save_coach_absence', {
      p_absence: coaches.absenceFields(3, change),
    });
    expect(await refusal(answer)).toMatchObject({ code: 'invalid_input', field });
  });
});

describe('sessions that need another coach', () => {
  test('the sessions are listed until each has another coach, and the team is notified once', async () => {
    const [inside, outside] = [
      await coaches.makeSession(5, '17:00', 'Ana'),
      await coaches.makeSession(6, '17:00', 'Ana'),
    ];
    const camp = await coaches.makeCamp(4, 'Ana');
    const { uncovered: first, absence: saved } = await coaches.saveAbsence('coach', coaches.absenceFields(5));
    expect(first.count).toBe(2);
    expect(first.first.map(({ place_id }) => place_id).sort()).toEqual([camp, inside].sort());
    expect(JSON.stringify(first)).not.toMatch(/flu|ill"/i);
    await coaches.saveAbsence('coach', coaches.absenceFields(5, { note: 'Flu again' }), { p_id: saved.id });
    const notices = await coaches.db.sql`select from public.outbox where template = 'staff_notice'`;
    expect(notices).toHaveLength(1);
    expect((await coaches.listUncovered()).sort()).toEqual([camp, inside].sort());
    // The longer absence includes one more session.
    await coaches.saveAbsence('coach', coaches.absenceFields(5, { last_day: coaches.dateIn(6) }), {
      p_id: saved.id,
    });
    expect(await coaches.listUncovered()).toContain(outside);

    await coaches.assignCoach(inside, 'Ben');
    await coaches.assignCoach(camp, 'Ben');
    await coaches.removeCoach(camp, 'Ana');
    expect(await coaches.listUncovered()).toEqual([outside]);
    await coaches.call('admin', 'remove_coach_absence', {
      p_id: saved.id,
      p_expected: await coaches.readAbsence(saved.id),
    });
    expect(await coaches.listUncovered()).toEqual([]);
  });

  test('only sessions within the hours of the absence are listed, each day', async () => {
    const morning = await coaches.makeSession(5, '09:00', 'Ana');
    const later = await coaches.makeSession(6, '09:30', 'Ana');
    await coaches.makeSession(6, '13:00', 'Ana');
    const hours = { from_time: '09:30', until_time: '12:00', last_day: coaches.dateIn(6) };
    const { uncovered: found } = await coaches.saveAbsence('coach', coaches.absenceFields(5, hours));
    expect(found.first.map(({ place_id }) => place_id)).toEqual([morning, later]);
  });

  test('a session that somebody assigned anyway is not listed until the absence changes', async () => {
    const place = await coaches.makeSession(5, '10:00');
    const { absence: saved } = await coaches.saveAbsence('coach', coaches.absenceFields(5));
    await coaches.assignCoach(place, 'Ana', 'Comes in for this one');
    expect(await coaches.listUncovered()).toEqual([]);
    await coaches.saveAbsence('coach', coaches.absenceFields(5, { kind: 'holiday' }), { p_id: saved.id });
    expect(await coaches.listUncovered()).toEqual([place]);
  });
});

test('reasons are deleted after 13 months, except those by which a camp is still sold', async () => {
  const [place, over, ahead] = [
    await coaches.makeSession(5, '10:00'),
    await coaches.makeCamp(12),
    await coaches.makeCamp(19),
  ];
  await coaches.db.sql`delete from public.coach_exceptions`;
  await coaches.db.sql`delete from public.camp_sale_exceptions`;
  await coaches.db.sql`
    insert into public.coach_exceptions (session_id, coach_id, kinds, reason, decided_at)
    select ${place}, ${coaches.coachIds.Ana}, '{absent}', 'Old', now() - n * interval '1 month' from unnest('{12,14}'::integer[]) n`;
  await coaches.db.sql`
    insert into public.camp_sale_exceptions (camp_id, reason, made_at, ended_at) values
      (${over}, 'Over', now() - interval '14 months', null), (${ahead}, 'Still sold', now() - interval '14 months', null),
      (${ahead}, 'Ended', now() - interval '15 months', now() - interval '14 months'),
      (${ahead}, 'Just ended', now() - interval '15 months', now())`;
  await coaches.db
    .sql`update public.camp_weeks set start_date = start_date - 700, end_date = end_date - 700 where id = ${over}`;
  const [row] = await coaches.db.sql<[{ n: number }]>`select private.purge_coach_reasons() as n`;
  expect(row.n).toBe(3);
  expect(await coaches.db.sql`select from public.coach_exceptions`).toHaveLength(1);
  const [left] = await coaches.db.sql<[{ reasons: string[] }]>`
    select array_agg(reason order by reason) as reasons from public.camp_sale_exceptions`;
  expect(left.reasons).toEqual(['Just ended', 'Still sold']);
});
