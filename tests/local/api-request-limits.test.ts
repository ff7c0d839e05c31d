import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApi, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi({ poolSize: 2 });
  await api.database.sql
    .unsafe(
      `create function nap(seconds float8) returns text language sql volatile as
        'select session_user::text from pg_sleep(seconds)';
      create function superpowers() returns text language sql stable as
        'select current_setting(''is_superuser'')';
      grant execute on function nap(float8), superpowers() to anon, authenticated, service_role;`,
    )
    .simple();
  await vi.waitFor(
    async () => expect((await api.client().rpc('nap', { seconds: 0 })).status).toBe(200),
    15_000,
  );
});
afterAll(() => api.stop());

const post = (path: string, body: string, key = api.keys.anon) =>
  fetch(api.url + path, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body,
  });

describe('a planner’s estimate', () => {
  const ask = (headers: Record<string, string>, method = 'GET', path = '/rest/v1/outings?id=lt.2') =>
    fetch(api.url + path, { method, headers: { apikey: api.keys.anon, ...headers } });

  it.each([
    'count=planned',
    'count=estimated',
    'return=representation, count=planned',
    'count=exact,count=planned',
    'COUNT = "planned"',
  ])('is refused before the query: %s', async (prefer) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask({ prefer }, method);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-range')).toBeNull();
      if (method === 'GET')
        expect(await answer.json()).toMatchObject({ message: 'invalid_input', hint: 'prefer' });
    }
    const written = await fetch(`${api.url}/rest/v1/outings?id=eq.1`, {
      method: 'DELETE',
      headers: { apikey: api.keys.service, prefer },
    });
    expect(written.status).toBe(400);
  });

  it('is refused as a plan, too, but the rows that the caller may read can be counted', async () => {
    const plan = await ask({ accept: 'application/vnd.pgrst.plan+json; for="application/json"' });
    expect([400, 406]).toContain(plan.status);
    const exact = await ask({ prefer: 'count=exact' });
    expect([exact.ok, exact.headers.get('content-range')]).toEqual([true, '0-0/1']);
  });
});

describe('a null character', () => {
  it.each(['{"p_note": "peanut\\u0000"}', '{"p_note": "peanut\u0000"}', '{"p_note\\u0000": 1}'])(
    'is refused before SQL: %j',
    async (body) => {
      const answer = await post('/rest/v1/rpc/describe', body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ message: 'invalid_input', hint: 'body' });
      expect((await post('/auth/v1/signup', body)).status).toBe(400);
    },
  );

  it('is refused in an address, but only as a null character', async () => {
    const address = await fetch(`${api.url}/rest/v1/outings?title=eq.a%00`, {
      headers: { apikey: api.keys.anon },
    });
    expect(address.status).toBe(400);
    const spelled = await api.client().rpc('describe', { p_value: {}, p_other: {}, p_note: 'say \\u0000' });
    expect(spelled.data).toMatchObject({ note: 'say \\u0000' });
  });
});

describe('a body above 64 KB', () => {
  const large = JSON.stringify({ p_note: 'x'.repeat(64 * 1024) });

  it('is refused, except from the server', async () => {
    expect((await post('/rest/v1/rpc/describe', large)).status).toBe(413);
    expect((await post('/auth/v1/signup', large)).status).toBe(413);
    const args = { p_value: {}, p_other: {}, p_note: 'x'.repeat(64 * 1024) };
    expect((await api.service().rpc('describe', args)).status).toBe(200);
    expect((await api.client().rpc('describe', { ...args, p_note: 'x'.repeat(60_000) })).status).toBe(200);
  });

  it.each([{ 'content-length': 10_000_000 }, { 'transfer-encoding': 'chunked' }])(
    'before it has been read: %o',
    async (headers) => {
      const status = await new Promise((resolve, reject) => {
        const call = request(`${api.url}/rest/v1/rpc/describe`, {
          method: 'POST',
          headers: { apikey: api.keys.anon, 'content-type': 'application/json', ...headers },
        });
        call.on('response', (answer) => {
          resolve(answer.statusCode);
          call.destroy();
        });
        call.on('error', reject);
        // The request never ends, so a server that waits for the whole body would hang.
        call.write('x'.repeat(70_000));
      });
      expect(status).toBe(413);
    },
  );
});

describe('the API’s connections to the database', () => {
  it('have a role without any rights of its own', async () => {
    for (const client of [api.client(), api.service()]) {
      expect((await client.rpc('nap', { seconds: 0 })).data).toBe('authenticator');
      expect((await client.rpc('superpowers')).data).toBe('off');
    }
    const roles = await api.database.sql<{ usename: string }[]>`
      select distinct usename from pg_stat_activity where datname = current_database() and usename <> 'postgres'`;
    expect(roles.map(({ usename }) => usename)).toContain('authenticator');
  });

  it('end a visitor’s statement after 3 seconds, as hosted, but not the server’s', async () => {
    const [visitor, service] = await Promise.all([
      api.client().rpc('nap', { seconds: 4 }),
      api.service().rpc('nap', { seconds: 4 }),
    ]);
    expect([visitor.status, visitor.error?.code]).toEqual([500, '57014']);
    expect(service.status).toBe(200);
  });

  it('end the server’s statement after 8', async () => {
    const { error } = await api.service().rpc('nap', { seconds: 9 });
    expect(error?.code).toBe('57014');
  });

  it('are few, and a request that gets none for 10 seconds is refused', async () => {
    const naps = Array.from({ length: 6 }, () => api.service().rpc('nap', { seconds: 6 }));
    const statuses = (await Promise.all(naps)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 504)).toHaveLength(2);
  });
});
