import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi();
});
afterAll(() => api.stop());

it('the API answers with the status that a function chose, with the same body as a raised error, and commits', async () => {
  await api.database.sql
    .unsafe(
      `
    create table tries (n int);
    create function refuse_softly(p_status text) returns jsonb language plpgsql security definer
    set search_path = '' as $$ begin
      insert into public.tries values (1);
      perform set_config('response.status', p_status, true);
      return jsonb_build_object('code', 'PT' || p_status, 'message', 'refused', 'details', null, 'hint', 'the hint');
    end $$;
    grant execute on function refuse_softly(text) to anon;
    notify pgrst;`,
    )
    .simple();
  await expect
    .poll(() => api.client().rpc('refuse_softly', { p_status: '409' }), { timeout: 15_000 })
    .toMatchObject({
      status: 409,
      data: null,
      error: { code: 'PT409', message: 'refused', details: null, hint: 'the hint' },
    });
  const [row] = await api.database.sql<{ n: number }[]>`select count(*) as n from tries`;
  expect(row?.n).toBe(1);
  // The status does not carry over to the next call.
  expect((await api.client().rpc('add', { a: 1, b: 2 })).status).toBe(200);
});

it('the API passes the caller’s address in the host’s header, whatever the caller wrote there', async () => {
  const forged = {
    'cf-connecting-ip': '203.0.113.9',
    'x-forwarded-for': '203.0.113.8',
    'x-visitor': '203.0.113.7',
  };
  expect(await api.client({ headers: forged }).rpc('whoami')).toMatchObject({
    data: { headers: { 'cf-connecting-ip': '127.0.0.1' } },
  });
});

it('the API counts refused calls, and stops five hundred wrong secrets', async () => {
  const ask = () => api.client().rpc('get_order', { p_secret: crypto.randomUUID() });
  const codes = [];
  for (let n = 0; n < 500; n++) codes.push((await ask()).error?.message);
  expect(codes.indexOf('rate_limited')).toBe(60);
  expect(new Set(codes.slice(60))).toEqual(new Set(['rate_limited']));
});
