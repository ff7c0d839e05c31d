/** Paths, bodies and digits in unusual spellings are answered and counted, and break nothing. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi();
});
afterAll(() => api.stop());

const call = async (path: string, body: string) => {
  const response = await fetch(`${api.url}/rest/v1/${path}`, {
    method: 'POST',
    body,
    headers: { apikey: api.keys.anon, 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as { message?: string; code?: string } };
};
const wrong = (path: string) => call(path, JSON.stringify({ p_secret: randomUUID() }));

test.each(['rpc/get_order', 'rpc/get%5Forder', 'rpc/%67et_order', '%72pc/get_order'])(
  'wrong secrets are counted and refused at the limit: %s',
  async (path) => {
    await api.database.sql`truncate public.rate_limits`;
    const first = await wrong(path);
    // Another server might not know this path. If it does, the call must count.
    if (first.body.message !== 'order_not_found') {
      expect(first.status).toBe(404);
      return;
    }
    for (let n = 1; n < 60; n++) await wrong(path);
    expect(await wrong(path)).toMatchObject({ status: 429, body: { message: 'rate_limited' } });
  },
);

test.each(['rpc%2Fget_order', 'rpc%2fget_order', 'rpc/get_order%2F', 'rpc/%E0%A4%A', 'rpc/%ZZ'])(
  '%s names no function, as on a hosted project',
  async (path) => {
    await api.database.sql`truncate public.rate_limits`;
    expect((await wrong(path)).status).toBeGreaterThanOrEqual(400);
    expect((await wrong(path)).status).toBeLessThan(500);
    expect((await wrong(path)).body.message).not.toBe('order_not_found');
  },
);

describe('a body that is nested deeper than any form', () => {
  const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
  test.each([
    ['lists', `{"p_order": ${deep(20_000)}}`],
    ['objects', `{"p_order": ${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}}`],
    ['never closed', `{"p_order": ${'['.repeat(30_000)}`],
    ['the body itself', deep(20_000)],
  ])('is refused with 400: %s', async (_, body) =>
    expect((await call('rpc/quote_order', body)).status).toBe(400),
  );

  test('brackets in a text do not count as nesting', async () => {
    const body = JSON.stringify({ p_order: { lines: [], code: '[{'.repeat(300) + '\\"[[' } });
    expect((await call('rpc/quote_order', body)).body.message).toBe('invalid_input');
  });
});

test.each(['２０１８-０５-０１', '１２３', '٣٤٥', '+６５９１２３４５６７'])(
  'digits of another script or width cause no server error: %s',
  async (digits) => {
    const line = { offer_id: digits, session_id: digits, child: 0, expected_price_cents: null };
    for (const [name, args] of [
      [
        'quote_order',
        { p_order: { lines: [line], children: [{ dob: digits }], code: digits, previous_secret: null } },
      ],
      [
        'join_waitlist',
        {
          p_entry: {
            camp_id: digits,
            parent: { name: digits, email: digits, phone: digits },
            children: [{ name: 'Kai', dob: digits }],
          },
        },
      ],
      [
        'reserve_spot',
        { p_reservation: { parent_name: 'Mei', email: 'a@b.test', whatsapp: digits, child_age: digits } },
      ],
      ['get_order', { p_secret: digits }],
      ['get_party', { p_code: digits }],
      ['request_order_link', { p_number: digits, p_email: digits }],
    ] as const)
      expect((await call(`rpc/${name}`, JSON.stringify(args))).status, name).toBeLessThan(500);
  },
);
