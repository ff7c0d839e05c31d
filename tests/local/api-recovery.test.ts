import { afterAll, beforeAll, expect, it } from 'vitest';
import { Pool } from '#local/api/pool.ts';
import { createApi, type TestApi, whoami } from './api-fixtures/start.ts';
import { eventually } from './api-fixtures/eventually.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi();
});
afterAll(() => api.stop());

it('fifty callers at the same time can buy each spot only once', async () => {
  await api.database.sql`update outings set seats = 20 where id = 1`;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => api.client().rpc('take_seat', { p_outing: 1 })),
  );
  const remainingPlaces = answers.filter(({ status }) => status === 200).map(({ data }) => data as number);
  expect(remainingPlaces.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, left) => left));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(30);
  for (const answer of refused)
    expect(answer).toMatchObject({
      status: 409,
      error: { code: 'PT409', message: 'session_full', details: '0' },
    });
});

it('callers who share a connection do not see each other’s settings', async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `6f0c0c1e-35b0-4c9c-a3ab-1b8f0e1f00${n + 10}`);
  await api.database.sql`insert into auth.users (id, email)
    select id::uuid, id || '@example.test' from unnest(${ids}::text[]) id`;
  const readings = await Promise.all(
    ids.map(async (sub) => {
      const token = await api.token({ sub });
      const [own, visitor] = await Promise.all([whoami(api.client({ token })), whoami(api.client())]);
      return { uid: own.uid, visitor: visitor.uid };
    }),
  );
  expect(readings).toEqual(ids.map((uid) => ({ uid, visitor: null })));
});

it('requests work again by themselves after the database closed all connections', async () => {
  const [gone] = await api.database.sql`select count(pg_terminate_backend(pid)) as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  expect(gone?.['n']).toBeGreaterThan(0);
  await eventually(async () => (await api.client().rpc('add', { a: 1, b: 2 })).data as unknown).toBe(3);

  // The connection that listens for schema changes is back as well.
  await api.database.sql
    .unsafe(
      `create function later() returns int language sql as 'select 7';
    grant execute on function later() to anon`,
    )
    .simple();
  await eventually(async () => (await api.client().rpc('later')).data as unknown).toBe(7);
});

it('the rest of a broken transaction never runs on another connection', async () => {
  let lost = 0;
  const pool = new Pool(api.database.url, { max: 1 }, () => lost++);
  const connection = await pool.reserve();
  await connection.unsafe('begin');
  const [backend] = await connection.unsafe('select pg_backend_pid() as pid');
  await api.database.sql`select pg_terminate_backend(${backend?.['pid'] as number})`;
  await eventually(() => lost).toBe(1);
  await expect(connection.unsafe(`insert into crews values (77, 'ghost')`)).rejects.toMatchObject({
    code: 'CONNECTION_CLOSED',
  });
  const waiting = pool.reserve();
  connection.release();
  const next = await waiting;
  expect([...(await next.unsafe('select id from crews where id = 77'))]).toEqual([]);
  await pool.end();
});

it('a changed schema is used without a restart', async () => {
  await api.database.sql.unsafe('alter table crews add column motto text; notify pgrst').simple();
  await eventually(async () => (await api.client().from('crews').select('motto').eq('id', 1)).data).toEqual([
    { motto: null },
  ]);
  await api.database.sql`alter table crews drop column motto`;
  await eventually(async () => (await api.client().from('crews').select('motto')).status).toBe(400);
});
