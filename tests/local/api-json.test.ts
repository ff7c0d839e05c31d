import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi();
});
afterAll(() => api.stop());

describe('a JSON argument of a function', () => {
  it.each([
    [{ lines: [{ seats: 2 }] }, 'object'],
    [{}, 'object'],
    [[1, 'two', { three: 3 }], 'array'],
    [[], 'array'],
    ['plain text', 'string'],
    ['{"looks": "like an object"}', 'string'],
    ['5', 'string'],
    [5, 'number'],
    [false, 'boolean'],
    [null, null],
  ])('reaches SQL with its own type: %j', async (value, kind) => {
    const answer = await api.client().rpc('describe', { p_value: value, p_other: value, p_note: 'x' });
    expect(answer.error).toBeNull();
    expect(answer.data).toEqual({ kind, other: kind, value, note: 'x' });
  });

  it('is read from a query string too', async () => {
    const data = (await api.client().rpc('describe_stable', { p_value: '{"a": [1]}' }, { get: true }))
      .data as unknown;
    expect(data).toEqual({ kind: 'object', value: { a: [1] } });
  });

  it('may be the whole body', async () => {
    const answer = await fetch(`${api.url}/rest/v1/rpc/describe_body`, {
      method: 'POST',
      headers: { apikey: api.keys.anon, 'content-type': 'application/json' },
      body: '{"a": {"b": 1}}',
    });
    expect(await answer.json()).toEqual({ kind: 'object', value: { a: { b: 1 } } });
  });

  it.each([
    [['2026-12-01', 0], '22008'],
    [['2026-12-01', true], '22007'],
    [[null, { a: 1 }], '22007'],
  ])('is refused by Postgres as part of an array of dates: %j', async (days, code) => {
    const answer = await fetch(`${api.url}/rest/v1/rpc/preview_cancel_camp_days`, {
      method: 'POST',
      headers: { apikey: api.keys.anon, 'content-type': 'application/json' },
      body: JSON.stringify({ p_camp_id: crypto.randomUUID(), p_days: days, p_money: 'share' }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code });
  });

  it('can be beside arrays, numbers, dates and texts', async () => {
    const data = (
      await api.client().rpc('mixed', {
        p_ids: [3, 1],
        p_names: ['a,b', 'c"d'],
        p_day: '2026-11-21',
        p_at: '2026-11-21T16:00:00+08:00',
        p_more: { deep: true },
      })
    ).data as unknown;
    expect(data).toEqual({
      sum: 4,
      first: 'a,b',
      last: 'c"d',
      day: '2026-11-21',
      at: '2026-11-21T08:00:00+00:00',
      deep: true,
    });
  });
});

it('the column keeps JSON of every type with that type', async () => {
  const values = [{ a: 1 }, [1, 2], 'text', 5];
  const rows = values.map((value, id) => ({ id, value, tags: ['x"y', 'z'] }));
  const written = await api.service().from('notes').insert(rows).select('id, value, tags');
  expect(written.data).toEqual(rows);
  const [kinds] = await api.database
    .sql`select json_agg(jsonb_typeof(value) order by id) as kinds from notes`;
  expect(kinds?.['kinds']).toEqual(['object', 'array', 'string', 'number']);

  const changed = await api
    .service()
    .from('notes')
    .update({ value: { b: [2] } })
    .eq('id', 0)
    .select('value');
  expect(changed.data).toEqual([{ value: { b: [2] } }]);
  const found = await api
    .service()
    .from('notes')
    .select('id')
    .contains('value', { b: [2] });
  expect(found.data).toEqual([{ id: 0 }]);
  expect((await api.service().from('notes').select('id').eq('value->b->>0', '2')).data).toEqual([{ id: 0 }]);
});
