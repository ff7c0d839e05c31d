import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, sqlState, stopCalendar, visitor, waitUntil } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test('the camp prices for all camps at once equal the prices of each camp', async () => {
  await stopCalendar(db, '2026-11-18T12:00:00+08:00');
  const past = new Date(Date.now() - 1000).toISOString();
  const { rung, tierOffer } = camps;
  await camps.publish(
    db,
    tierOffer('spark', {
      rungs: [
        rung('over', 39000, { deadline: past }),
        rung('first', 49000, { places: 2 }),
        rung('second', 54900, { places: 1, deadline: new Date(Date.now() + 3_600_000).toISOString() }),
      ],
    }),
    tierOffer('epic', { rungs: [{ ...rung('closed', 79000), closed: true }, rung('open', 89000)] }),
  );
  for (let n = 0; n < 12; n++) {
    const id = await camps.makeCamp(db, { capacity: 4, start: `2089-0${1 + (n % 9)}-0${1 + (n % 7)}` });
    await db.sql`update public.camp_weeks set tier = ${(['spark', 'epic', 'ignite'] as const)[n % 3] ?? ''} where id = ${id}`;
    for (let seat = 0; seat < n % 5; seat++) {
      const heldSeconds = [undefined, 600, -1][(n + seat) % 3];
      const place = { rung: ['first', 'second', 'listed'][seat % 3] ?? '' };
      await camps.takeSpot(db, id, heldSeconds === undefined ? place : { ...place, heldSeconds });
    }
  }
  const together = await db.sql`select * from public.get_camp_prices()`;
  const alone = await db.sql`
    select c.id as camp_id, n.price_cents, n.rung_id, n.rung_places_left,
      greatest(0, c.capacity - n.seats_taken) as spots_left,
      least(100, round(100.0 * n.seats_taken / c.capacity))::integer as fill
    from public.camp_weeks c cross join lateral private.camp_now(c.id) n order by c.start_date, c.id`;
  expect(alone).toHaveLength(12);
  expect(new Set(alone.map(({ rung_id }) => String(rung_id))).size).toBeGreaterThan(3);
  expect([...together]).toEqual([...alone]);
});

test('the spots of many sessions at once equal those of each session', async () => {
  await shop.publish(db);
  const sessions = [];
  for (let n = 0; n < 6; n++) sessions.push(await shop.makeSession(db, { capacity: 5 }));
  for (const [n, session] of sessions.entries()) {
    for (let k = 0; k < n % 4; k++) await shop.hold(db, session);
    if (n > 3) await shop.confirmPayment(db, shop.paymentOf(await shop.openCheckout(db, session)));
  }
  const rows = await db.sql`
    select s.id, private.seats_taken(s.id, clock_timestamp()) as one, coalesce(t.taken, 0) as many
    from public.sessions s
    left join private.seats_by_session(${sessions}::uuid[], clock_timestamp()) t on t.session_id = s.id
    where s.id = any (${sessions})`;
  expect(rows.reduce((sum, { one }) => sum + Number(one), 0)).toBeGreaterThan(5);
  for (const { one, many } of rows) expect(many).toBe(one);
});

describe('a purge that has to check row by row', () => {
  const piece = (p_class: string) =>
    rpc<{ purged: number; more: boolean }>(db, service, 'purge_piece', { p_class });

  test('the purge reads some of the rows at a time, all of them in turn, and then starts again', async () => {
    await db.sql`
      insert into public.families (contact_name, contact_email, created_at, updated_at)
      select 'Family ' || n, n || '@old.test', moment, moment
      from generate_series(1, 120) n, (select clock_timestamp() - interval '8 years' as moment) m`;
    await db.sql`delete from public.purge_positions`;
    let purged = 0;
    for (let calls = 1; calls < 60; calls++) {
      const { more, ...done } = await piece('idle_families');
      expect(done.purged).toBeLessThanOrEqual(50);
      purged += done.purged;
      if (!more) break;
    }
    const [left] = await db.sql`
      select count(*)::int as n from public.families where contact_email like '%@old.test' and erased_at is null`;
    expect([purged, left?.['n']]).toEqual([120, 0]);
    const [position] = await db.sql`select after from public.purge_positions where class = 'idle_families'`;
    expect(position?.['after']).toBeNull();
  });

  test('the purge leaves the rows to another purge that is running', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const other = db.sql.begin(async (tx) => {
      await tx`select private.next_rows('idle_families', 'families', 10)`;
      await held;
    });
    await waitUntil('the position is taken', async () => {
      const [row] = await db.sql`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`;
      return Number(row?.['n']) > 0;
    });
    expect((await piece('idle_families')).purged).toBe(0);
    release();
    await other;
  });

  test('only the service can call the purge, and only for an existing class', async () => {
    expect(await refusal(piece('passwords'))).toMatchObject({ code: 'invalid_input', field: 'p_class' });
    expect(await sqlState(rpc(db, visitor, 'purge_piece', { p_class: 'leads' }))).toBe('42501');
  });
});
