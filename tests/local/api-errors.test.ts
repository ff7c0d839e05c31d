import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusOf } from '#local/api/errors.ts';
import { createApi, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi();
});
afterAll(() => api.stop());

describe('an error raised in SQL', () => {
  it.each([
    ['PT400', 400],
    ['PT404', 404],
    ['PT409', 409],
    ['PT429', 429],
    ['BK001', 400],
    ['P0001', 400],
    ['P0002', 500],
    ['28000', 403],
    ['40001', 500],
    ['22023', 400],
  ])('%s arrives with status %i, its message, detail and hint', async (code, status) => {
    const answer = await api.client().rpc('refuse', { p_code: code });
    expect(answer).toMatchObject({
      status,
      error: { code, message: 'refused', details: 'the detail', hint: 'the hint' },
    });
  });

  it('names the violated constraint', async () => {
    const service = api.service();
    const outing = { id: 50, team_id: 1, title: 'Overbooked', seats: -1 };
    const check = await service.from('outings').insert(outing);
    expect(check).toMatchObject({ status: 400, error: { code: '23514' } });
    expect(check.error?.message).toContain('seats_left');

    const during = '[2026-11-21 10:00+08,2026-11-21 12:00+08)';
    await service.from('rooms').insert({ room: 1, during });
    const overlap = await service.from('rooms').insert({ room: 1, during });
    expect(overlap).toMatchObject({ status: 400, error: { code: '23P01' } });

    const twin = await service.from('outings').insert({ id: 51, team_id: 1, title: 'Climb' });
    expect(twin).toMatchObject({
      status: 409,
      error: { code: '23505', details: 'Key (title)=(Climb) already exists.' },
    });
    const orphan = await service.from('outings').insert({ id: 52, team_id: 77, title: 'Nobody’s' });
    expect(orphan).toMatchObject({ status: 409, error: { code: '23503' } });
  });

  it('has PostgREST’s message if the requested object does not exist', async () => {
    const column = await api.client().from('outings').select('colour');
    expect(column).toMatchObject({
      status: 400,
      error: { code: '42703', message: 'column outings.colour does not exist' },
    });
    expect((await api.client().from('nothing').select()).error?.code).toBe('PGRST205');
    expect((await api.client().rpc('nothing')).error?.code).toBe('PGRST202');
  });
});

it.each([
  ['08006', 503],
  ['53300', 503],
  ['55P03', 500],
  ['57014', 500],
  ['0LP01', 403],
  ['XX000', 500],
  ['PT999', 500],
])('SQLSTATE %s is HTTP %i', (code, status) => {
  expect(statusOf(code, true)).toBe(status);
});
