/** Tests giving several sessions and camps to another coach at once (docs/decisions "Coaches' time"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoachChange } from '#contract/coach-time.ts';
import {
  type Coaches,
  refusalCode,
  concernKinds,
  makeCoaches,
  type CallerName,
} from '#support/sql-coaches.ts';

let coaches: Coaches;
beforeAll(async () => {
  coaches = await makeCoaches();
});
afterAll(() => coaches.db.drop());
beforeEach(() => coaches.nextTest());

describe('changing several sessions and camps at once', () => {
  const change = async (items: object[], p_reason: string | null = null, who: CallerName = 'admin') =>
    v.parse(CoachChange, await coaches.call(who, 'change_coaches', { p_items: items, p_reason }));
  const preview = async (items: object[]) =>
    v.parse(CoachChange, await coaches.call('admin', 'preview_change_coaches', { p_items: items }));
  const readCoaches = async (place: string) => {
    const [{ names }] = await coaches.db.sql<[{ names: string }]>`
      select string_agg(c ->> 'name', ',') as names from jsonb_array_elements(private.coaches_of(${place})) c`;
    return names;
  };
  const mailsTo = () => coaches.db.sql`
    select recipient, jsonb_array_length(payload -> 'changes') as changes
    from public.outbox where template = 'coach_plan' order by recipient`;
  const items = (to: string | null, ...places: string[]) => places.map((place_id) => ({ place_id, to }));

  test('staff preview the concerns about each item and then change them, with one mail to each coach', async () => {
    const [one, two] = [
      await coaches.makeSession(5, '10:00', 'Ana'),
      await coaches.makeSession(6, '10:00', 'Ana'),
    ];
    const camp = await coaches.makeCamp(7, 'Ana');
    await coaches.makeSession(6, '10:20', 'Ben', 'bishan');
    const { place_ids } = (await coaches.call('admin', 'list_coach_places', {
      p_coach_id: coaches.coachIds.Ana,
      p_from: coaches.dateIn(5),
      p_until: coaches.dateIn(9),
    })) as { place_ids: string[] };
    expect(place_ids).toEqual([one, two, camp]);
    const seen = await preview(items(coaches.coachIds.Ben, ...place_ids));
    expect(seen.needs_reason).toBe(true);
    expect(
      seen.places.map(({ from, to, left_out, concerns }) => [
        from?.name,
        to?.name,
        left_out,
        concernKinds(concerns),
      ]),
    ).toEqual([
      ['Ana', 'Ben', null, []],
      ['Ana', 'Ben', null, ['double_booked']],
      ['Ana', 'Ben', null, []],
    ]);
    expect([await readCoaches(one), await mailsTo()]).toEqual(['Ana', []]);

    const confirmed = seen.places.map(({ place_id, from, to }) => ({ place_id, from: from?.id, to: to?.id }));
    // If one change is refused, none is made.
    expect(await refusalCode(change(confirmed))).toBe('coach_unavailable');
    expect(await readCoaches(one)).toBe('Ana');
    await change(confirmed, 'Ana is ill');
    for (const place of place_ids) expect(await readCoaches(place)).toBe('Ben');
    expect(await mailsTo()).toEqual([
      { recipient: 'ben@example.test', changes: 3 },
      { recipient: 'coach@example.test', changes: 3 },
    ]);
    // A repeated call is refused, because the coaches have changed, and so is a call of a colleague who opened the form
    // before the change.
    expect(await refusalCode(change(confirmed, 'Ana is ill'))).toBe('changed_meanwhile');

    await change(confirmed.map(({ place_id, from, to }) => ({ place_id, from: to, to: from })));
    for (const place of place_ids) expect(await readCoaches(place)).toBe('Ana');
  });

  test('past and cancelled items are left out, and so is a camp with several coaches', async () => {
    const [over, cancelled] = [
      await coaches.makeSession(5, '10:00', 'Ana'),
      await coaches.makeSession(6, '10:00', 'Ana'),
    ];
    const camp = await coaches.makeCamp(7, 'Ana', 'Ben');
    await coaches.db
      .sql`update public.sessions set session_date = private.calendar_today() - 1 where id = ${over}`;
    await coaches.db.sql`update public.sessions set status = 'cancelled' where id = ${cancelled}`;
    const asked = items(coaches.coachIds.Ben, over, cancelled, camp);
    expect((await preview(asked)).places.map(({ left_out }) => left_out).sort()).toEqual([
      'cancelled',
      'over',
      'several',
    ]);
    for (const item of asked) expect(await refusalCode(change([item]))).toBe('changed_meanwhile');
    // If the call names the coach, only that coach of several is replaced.
    await change([{ place_id: camp, from: coaches.coachIds.Ana, to: null }]);
    expect(await readCoaches(camp)).toBe('Ben');
  });

  test.each([
    ['nothing', []],
    ['no list', {}],
    ['no id', [{ place_id: 'x', to: null }]],
    ['no coach named', [{ place_id: '10000000-0000-4000-8000-000000000009' }]],
    [
      'a session or camp twice',
      items(null, '10000000-0000-4000-8000-000000000009', '10000000-0000-4000-8000-000000000009'),
    ],
    ['201 of them', items(null, ...Array.from({ length: 201 }, () => crypto.randomUUID()))],
  ])('%s is refused', async (_what, p_items) => {
    expect(await refusalCode(coaches.call('admin', 'change_coaches', { p_items }))).toBe('invalid_input');
  });

  test('a coach whose role was removed is refused', async () => {
    const place = await coaches.makeSession(5, '10:00', 'Ana');
    const parent = coaches.cast.parentId;
    const [former] = await coaches.db.sql<[{ id: string }]>`
      insert into public.coaches (name, user_id) values ('Finn', ${parent}) returning id`;
    expect(await refusalCode(change(items(former.id, place)))).toBe('invalid_input');
    expect(await refusalCode(change(items(coaches.coachIds.Ben, crypto.randomUUID())))).toBe(
      'place_not_found',
    );
  });
});
