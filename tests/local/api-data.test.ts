import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type TestApi, whoami } from './api-fixtures/start.ts';
import { eventually } from './api-fixtures/eventually.ts';

const ann = '6f0c0c1e-35b0-4c9c-a3ab-1b8f0e1f0001';
const ben = '6f0c0c1e-35b0-4c9c-a3ab-1b8f0e1f0002';

let api: TestApi;
beforeAll(async () => {
  api = await createApi();
  await api.database
    .sql`insert into auth.users (id, email) values (${ann}, 'ann@example.test'), (${ben}, 'ben@example.test')`;
});
afterAll(() => api.stop());

const as = async (sub: string) => api.client({ token: await api.token({ sub }) });

describe('reading', () => {
  it('returns values as PostgREST does: ISO times, numbers, plain dates, bytes in hexadecimal', async () => {
    const data = (await api.client().from('outings').select('*').eq('id', 1).single()).data as unknown;
    expect(data).toMatchObject({
      starts_at: '2026-11-21T08:00:00.5+00:00',
      local_time: '2026-11-21T16:00:00',
      day: '2026-11-21',
      moments: ['2026-11-21T08:00:00+00:00'],
      price: 12.5,
      badge: '\\xbeef',
    });
  });

  it('returns a function’s rows in the same form as a table’s', async () => {
    const table = await api.client().from('outings').select('*').eq('team_id', 1).order('id');
    const rows = await api.client().rpc('outings_of', { p_team: 1 });
    expect(rows.data).toEqual(table.data);
    expect(rows.data).toHaveLength(2);
  });

  it('embeds in both directions, and filters by what is embedded', async () => {
    const up = await api
      .client()
      .from('outings')
      .select('title, crews!inner(name)')
      .eq('crews.name', 'Civet');
    expect(up.data).toEqual([{ title: 'Skate', crews: { name: 'Civet' } }]);
    const down = await api.client().from('crews').select('name, outings(title, starts_at)').eq('id', 2);
    expect(down.data).toEqual([
      { name: 'Civet', outings: [{ title: 'Skate', starts_at: '2026-11-21T08:00:00.5+00:00' }] },
    ]);
  });

  it('filters, orders, counts and pages', async () => {
    const { data, count } = await api
      .client()
      .from('outings')
      .select('title', { count: 'exact' })
      .or('title.ilike.%walk%,team_id.eq.2')
      .gte('starts_at', '2026-11-21T16:00:00+08:00')
      .order('title', { ascending: false })
      .range(0, 0);
    expect({ data, count }).toEqual({ data: [{ title: 'Skate' }], count: 2 });
  });

  it('returns an error when one row was asked for and there is none', async () => {
    const { error, status } = await api.client().from('outings').select().eq('id', 99).single();
    expect({ status, code: error?.code }).toEqual({ status: 406, code: 'PGRST116' });
  });

  it('lets no GET write', async () => {
    const { error, status } = await api.client().rpc('take_seat', { p_outing: 1 }, { get: true });
    expect({ status, code: error?.code }).toEqual({ status: 405, code: '25006' });
  });
});

describe('grants and row level security', () => {
  it('keep a revoked table closed to every role, whatever its policies say', async () => {
    const answers = [api.client(), await as(ann), api.service()].map((c) => c.from('diary').select());
    expect((await Promise.all(answers)).map(({ error, status }) => [status, error?.code])).toEqual([
      [401, '42501'],
      [403, '42501'],
      [403, '42501'],
    ]);
    const [grants] = await api.database.sql`select count(*) as n from information_schema.role_table_grants
      where table_name = 'diary' and grantee in ('anon', 'authenticated', 'service_role')`;
    expect(grants).toEqual({ n: 0 });
  });

  it('know the visitor, the parent and the service by their role', async () => {
    const readings = await Promise.all([api.client(), await as(ann), api.service()].map(whoami));
    expect(readings.map(({ user, role, uid }) => [user, role, uid])).toEqual([
      ['anon', 'anon', null],
      ['authenticated', 'authenticated', ann],
      ['service_role', 'service_role', null],
    ]);
  });

  it('let an owner write her own rows, and nobody else', async () => {
    const outing = { id: 10, team_id: 1, title: 'Ann’s hike', owner: ann };
    const visitor = await api.client().from('outings').insert(outing);
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501']);
    const stranger = await (await as(ben)).from('outings').insert(outing);
    expect([stranger.status, stranger.error?.code]).toEqual([403, '42501']);
    const owner = await (await as(ann)).from('outings').insert(outing).select('title');
    expect(owner.data).toEqual([{ title: 'Ann’s hike' }]);

    const changed = await (await as(ben)).from('outings').update({ title: 'Mine now' }).eq('id', 10).select();
    expect(changed.data).toEqual([]);
    const removed = await (await as(ann)).from('outings').delete({ count: 'exact' }).eq('id', 10);
    expect(removed.count).toBe(1);
  });

  it('let the service upsert', async () => {
    const { data } = await api
      .service()
      .from('outings')
      .upsert({ id: 3, team_id: 2, title: 'Skate', seats: 9 })
      .select('seats');
    expect(data).toEqual([{ seats: 9 }]);
  });
});

describe('the settings of the request that SQL can read', () => {
  it('have headers with the chain of addresses, method and path, in functions and in policies', async () => {
    await api.database.sql
      .unsafe(
        `
      create view hello with (security_invoker = true) as
        select current_setting('request.headers')::json ->> 'x-greeting' as greeting,
          current_setting('request.path') as path;
      grant select on hello to anon;
      notify pgrst;`,
      )
      .simple();
    const client = api.client({ headers: { 'x-forwarded-for': '203.0.113.7', 'X-Greeting': 'hi' } });
    const data = (await client.rpc('whoami')).data as unknown;
    expect(data).toMatchObject({
      method: 'POST',
      path: '/rpc/whoami',
      headers: { 'x-forwarded-for': '203.0.113.7, 127.0.0.1', 'x-greeting': 'hi' },
    });
    await eventually(async () => (await client.from('hello').select()).data).toEqual([
      { greeting: 'hi', path: '/hello' },
    ]);
  });

  it('have the caller’s own address when there is no proxy', async () => {
    const { headers } = await whoami(api.client());
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  });
});
