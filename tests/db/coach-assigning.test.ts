/**
 * Tests the concerns about assigning a coach, and when an assignment needs a reason (docs/decisions "Coaches' time").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScheduleItemDetails } from '#contract/management-schedule.ts';
import {
  type Coaches,
  refusalCode,
  concernKinds,
  makeCoaches,
  type CallerName,
} from '#support/sql-coaches.ts';
import { refusal, sqlState, waitUntil } from '#support/sql.ts';

let coaches: Coaches;
beforeAll(async () => {
  coaches = await makeCoaches();
});
afterAll(() => coaches.db.drop());
beforeEach(() => coaches.nextTest());

describe('assigning a coach', () => {
  test('the call warns of an absence and of a second session at the same time, and refuses both without a reason', async () => {
    const place = await coaches.makeSession(5, '10:00');
    const other = await coaches.makeSession(5, '10:30', 'Ana', 'bishan');
    await coaches.saveAbsence('coach', coaches.absenceFields(5));
    const seen = await coaches.previewAssignment(place, 'Ana');
    expect(concernKinds(seen.concerns)).toEqual(['absent', 'double_booked']);
    expect(seen.needs_reason).toBe(true);
    expect(await refusal(coaches.assignCoach(place, 'Ana'))).toEqual({
      code: 'coach_unavailable',
      status: 409,
      field: 'p_reason',
      detail: 'absent,double_booked',
    });
    expect(await refusalCode(coaches.assignCoach(place, 'Ana', ' '))).toBe('coach_unavailable');
    await coaches.assignCoach(place, 'Ana', 'Nobody else is here');
    expect(
      await coaches.db
        .sql`select kinds, reason, decided_by from public.coach_exceptions where session_id = ${place}`,
    ).toEqual([
      {
        kinds: ['absent', 'double_booked'],
        reason: 'Nobody else is here',
        decided_by: coaches.cast.callers.admin.sub,
      },
    ]);
    // A repeated assignment changes nothing and needs no reason.
    await coaches.assignCoach(place, 'Ana');
    await coaches.db.sql`delete from public.sessions where id = ${other}`;
  });

  test('only admins see on the sheet why it was done, the latest reason first', async () => {
    const session = await coaches.makeSession(5, '10:00');
    const camp = await coaches.makeCamp(5, 'Ben');
    await coaches.saveAbsence('coach', coaches.absenceFields(5));
    await coaches.assignCoach(session, 'Ana', 'Nobody else is here');
    await coaches.assignCoach(camp, 'Ana', 'They come back for it');
    const read = async (p_place_id: string, who: CallerName = 'admin') =>
      v.parse(ScheduleItemDetails, await coaches.call(who, 'get_schedule_place', { p_place_id }))
        .coach_exceptions;
    const [given] = await coaches.db.sql<[{ by: string | null }]>`
      select private.staff_name(${coaches.cast.callers.admin.sub ?? ''}::uuid) as by`;
    expect(await read(session)).toEqual([
      {
        id: expect.any(String) as string,
        coach: 'Ana',
        kinds: ['absent'],
        reason: 'Nobody else is here',
        by: given.by,
        at: expect.any(String) as string,
      },
    ]);
    expect(await read(camp)).toMatchObject([
      { kinds: ['absent', 'double_booked'], reason: 'They come back for it' },
    ]);
    // Ben leads the camp at that time. The decision about Ana is kept.
    await coaches.assignCoach(session, 'Ben', 'Only for the first half');
    expect((await read(session)).map(({ coach, kinds }) => [coach, ...kinds])).toEqual([
      ['Ben', 'double_booked'],
      ['Ana', 'absent'],
    ]);
    for (const who of ['coach', 'parent'] as const)
      expect(await refusalCode(coaches.call(who, 'get_schedule_place', { p_place_id: session }))).toBe(
        'not_allowed',
      );
    expect(await sqlState(coaches.call('visitor', 'get_schedule_place', { p_place_id: session }))).toBe(
      '42501',
    );
  });

  test('the call warns of travel time and of unusual hours, and refuses neither', async () => {
    const place = await coaches.makeSession(5, '10:00');
    await coaches.makeSession(5, '11:30', 'Ana', 'bishan');
    const [{ weekday }] = await coaches.db.sql<[{ weekday: number }]>`
      select extract(isodow from session_date)::integer as weekday from public.sessions where id = ${place}`;
    const hours = [{ weekday, from_time: '10:30', until_time: '17:00' }];
    await coaches.call('coach', 'save_coach_hours', { p_hours: hours, p_expected: [] });
    const seen = await coaches.previewAssignment(place, 'Ana');
    expect(concernKinds(seen.concerns)).toEqual(['outside_hours', 'travel']);
    expect(seen.needs_reason).toBe(false);
    expect((await coaches.assignCoach(place, 'Ana')).impact.concerns).toHaveLength(2);
    // One more minute is enough to travel, and two sessions at one location need no travel time. A day without stated
    // hours counts as unknown, not as busy.
    await coaches.db
      .sql`update public.sessions set session_time = '11:31' where coach_id = ${coaches.coachIds.Ana} and id <> ${place}`;
    await coaches.call('coach', 'save_coach_hours', { p_hours: [], p_expected: hours });
    await coaches.removeCoach(place, 'Ana');
    expect((await coaches.previewAssignment(place, 'Ana')).concerns).toEqual([]);
    await coaches.call('coach', 'save_coach_hours', {
      p_hours: [{ weekday, from_time: null, until_time: null }],
      p_expected: [],
    });
    expect(concernKinds((await coaches.previewAssignment(place, 'Ana')).concerns)).toEqual(['outside_hours']);
  });

  test('creating and changing a session make the same checks', async () => {
    const place = await coaches.makeSession(5, '10:00');
    await coaches.makeSession(5, '10:30', 'Ana', 'bishan');
    const [row] = await coaches.db.sql<[{ fields: Record<string, unknown> }]>`
      select private.session_fields(s) as fields from public.sessions s where id = ${place}`;
    const save = (id: string | null, fields: object, p_reason: string | null = null) =>
      coaches.call('admin', 'save_session', {
        p_session_id: id,
        p_session: fields,
        p_expected: id === null ? null : row.fields,
        p_reason,
      });
    const fresh = { ...row.fields, session_time: '10:15', coach_id: coaches.coachIds.Ana };
    expect(await refusalCode(save(null, fresh))).toBe('coach_unavailable');
    expect(await refusalCode(save(place, { coach_id: coaches.coachIds.Ana }))).toBe('coach_unavailable');
    await save(place, { coach_id: coaches.coachIds.Ana }, 'Both groups together');
  });

  test('giving a session back within the hour is an undo and needs no reason', async () => {
    const place = await coaches.makeSession(5, '10:00', 'Ana');
    await coaches.saveAbsence('coach', coaches.absenceFields(5));
    await coaches.assignCoach(place, 'Ben');
    await coaches.assignCoach(place, 'Ana');
    expect(await coaches.listUncovered()).toEqual([place]);
    await coaches.assignCoach(place, 'Ben');
    // The business admin did not remove Ana, so for this caller it is not an undo, and the call needs a reason.
    expect(await refusalCode(coaches.assignCoach(place, 'Ana', null, 'business admin'))).toBe(
      'coach_unavailable',
    );
  });

  test('an undo does not cover what the coach was given in the meantime', async () => {
    const place = await coaches.makeSession(5, '10:00', 'Ana');
    const meanwhile = await coaches.makeSession(5, '10:30', 'Ben', 'bishan');
    await coaches.assignCoach(place, 'Ben', 'For a moment');
    await coaches.assignCoach(meanwhile, 'Ana');
    expect((await coaches.previewAssignment(place, 'Ana')).needs_reason).toBe(true);
    expect(await refusal(coaches.assignCoach(place, 'Ana'))).toMatchObject({ detail: 'double_booked' });
    // This is the control case. The person who removed Ana knew what was planned before the removal.
    await coaches.removeCoach(meanwhile, 'Ana');
    await coaches.assignCoach(place, 'Ana');
    await coaches.assignCoach(meanwhile, 'Ana', 'Both groups together');
    await coaches.assignCoach(place, 'Ben');
    await coaches.assignCoach(place, 'Ana');
  });

  test('an undo does not cover a session that was moved to the same hour in the meantime', async () => {
    const place = await coaches.makeSession(5, '10:00', 'Ana');
    const moved = await coaches.makeSession(5, '14:00', 'Ana', 'bishan');
    await coaches.assignCoach(place, 'Ben');
    await coaches.db.sql`update public.sessions set session_time = '10:30' where id = ${moved}`;
    expect(await refusal(coaches.assignCoach(place, 'Ana'))).toMatchObject({ detail: 'double_booked' });
  });

  describe('two admins assign one coach to two sessions at the same hour', () => {
    async function race() {
      const [one, two] = [
        await coaches.makeSession(7, '10:00'),
        await coaches.makeSession(7, '10:30', null, 'bishan'),
      ];
      let second: Promise<string> | undefined;
      let early = false;
      await coaches.db.sql.begin(async (sql) => {
        await sql`select private.change_coach(${one}, ${sql.json({ coach_id: coaches.coachIds.Ana, leads: true })}, null)`;
        second = coaches.assignCoach(two, 'Ana').then(
          () => 'assigned',
          (error: unknown) => (error as Error).message,
        );
        void second.then(() => (early = true));
        await waitUntil('the second one waits or has finished', async () => {
          const waiting = await coaches.db.sql`
            select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
          return early || waiting.length > 0;
        });
      });
      return second;
    }

    test('the second admin is asked for a reason', async () => {
      expect(await race()).toBe('coach_unavailable');
    });

    test('control: without the lock on the coach, the second call does not see the first', async () => {
      const [source] = await coaches.db.sql<[{ body: string }]>`
        select pg_get_functiondef('private.lock_coach(uuid)'::regprocedure) as body`;
      const unlocked = source.body.replace(/select pg_advisory_xact_lock\(.*\)\)/, 'select null::void');
      expect(unlocked).not.toBe(source.body);
      await coaches.db.sql.unsafe(unlocked);
      expect(await race()).toBe('assigned');
      await coaches.db.sql.unsafe(source.body);
    });
  });
});
