import { agesOf } from '#features/waitlist/ages.ts';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { env, readEnv } from '#config/env.ts';
import { fromFunction, fromPostgrest } from '#api/errors.ts';
import { callFunction } from '#api/functions.ts';
import { callRpc, readRows } from '#api/rpc.ts';
import { refusal, fakeBrowser } from '#support/unit/browser.ts';

const browser = fakeBrowser();

describe('a refusal', () => {
  it.each([
    [
      409,
      { code: 'PT409', message: 'session_full', details: null, hint: 'lines[0].session_id' },
      'session_full',
      'lines[0].session_id',
    ],
    [429, { code: 'PT429', message: 'too_many_holds', hint: null }, 'too_many_holds', undefined],
    [400, { code: '22P02', message: 'invalid input syntax for type uuid' }, 'unexpected', undefined],
    [401, { message: 'Invalid API key' }, 'unauthorized', undefined],
    [429, 'Too many requests', 'rate_limited', undefined],
    [500, null, 'unexpected', undefined],
  ])('of SQL with status %i becomes a code', (status, body, code, field) => {
    expect(fromPostgrest(status, body)).toEqual({ ok: false, code, ...(field ? { field } : {}) });
  });

  it.each([
    ['50000', { cents: 50_000 }],
    ['much', {}],
    [null, {}],
  ])('of SQL with the minimum %s carries the amount', (details, amount) => {
    const body = { code: 'PT409', message: 'code_minimum', details, hint: 'code' };
    expect(fromPostgrest(409, body)).toEqual({ ok: false, code: 'code_minimum', field: 'code', ...amount });
  });

  it.each([
    ['7-12', { minAge: 7, maxAge: 12 }],
    ['7-', { minAge: 7 }],
    ['-12', { maxAge: 12 }],
    ['young', {}],
    [null, {}],
  ])(
    'of a wrong age with the detail %s carries the ages, from SQL and through a function',
    (details, ages) => {
      const answer = fromPostgrest(409, { code: 'PT409', message: 'age_not_allowed', details, hint: 'a' });
      expect(answer).toMatchObject({ ok: false, code: 'age_not_allowed', field: 'a' });
      expect(agesOf(answer)).toEqual(ages);
      expect(fromFunction(409, answer)).toEqual(answer);
    },
  );

  it.each([
    [409, { code: 'price_changed', cents: 72700 }, { ok: false, code: 'price_changed', cents: 72700 }],
    [
      400,
      { code: 'invalid_input', field: 'details.parent.email' },
      { ok: false, code: 'invalid_input', field: 'details.parent.email' },
    ],
    [409, { code: 'price_changed', cents: '727' }, { ok: false, code: 'price_changed' }],
    [
      409,
      { code: 'code_minimum', field: 'code', cents: 50_000 },
      { ok: false, code: 'code_minimum', field: 'code', cents: 50_000 },
    ],
    [503, { code: 'UPSTREAM_DOWN' }, { ok: false, code: 'unexpected' }],
  ])('of a function with status %i becomes a code', (status, body, failure) => {
    expect(fromFunction(status, body)).toEqual(failure);
  });
});

it('a call sends the key and the arguments, and validates the answer', async () => {
  browser.api.on('get_order', { body: 42 });
  expect(await callRpc('get_order', { p_secret: 'all' }, v.number())).toEqual({ ok: true, value: 42 });
  expect(browser.api.calls[0]).toMatchObject({
    body: { p_secret: 'all' },
    headers: { apikey: 'sb_publishable_test' },
  });
});

it('an answer of another shape is unexpected', async () => {
  browser.api.on('get_order', { body: 'forty-two' });
  expect(await callRpc('get_order', { p_secret: 'x' }, v.number())).toEqual({
    ok: false,
    code: 'unexpected',
  });
});

it('a network failure returns “unexpected” and does not throw', async () => {
  browser.api.on('get_order', 'network failure').on('answer', 'network failure');
  expect(await callRpc('get_order', { p_secret: 'x' }, v.number())).toEqual({
    ok: false,
    code: 'unexpected',
  });
  expect(await callFunction('answer', {}, v.number())).toEqual({ ok: false, code: 'unexpected' });
});

describe('an answer that was prefetched', () => {
  const url = 'rest/v1/consent_texts?select=purpose';
  const prefetch = (body: BodyInit | null, status = 200) =>
    vi.stubGlobal('window', {
      prefetched: {
        [`${env().PUBLIC_SUPABASE_URL}/${url}`]: Promise.resolve(new Response(body, { status })),
      },
    });
  const read = () => readRows('consent_texts?select=purpose', v.array(v.string()));

  it('is read instead of a second request', async () => {
    prefetch('["terms"]');
    expect(await read()).toEqual({ ok: true, value: ['terms'] });
    expect(browser.api.calls).toEqual([]);
  });

  it('is requested again if its time limit ended before its body was read', async () => {
    browser.api.on('consent_texts', { body: ['activity'] });
    prefetch(
      new ReadableStream({ start: (body) => body.error(new DOMException('timed out', 'TimeoutError')) }),
    );
    expect(await read()).toEqual({ ok: true, value: ['activity'] });
  });

  it('is not requested again if it was a refusal', async () => {
    prefetch('Bad gateway', 502);
    expect(await read()).toEqual({ ok: false, code: 'unexpected' });
    expect(browser.api.calls).toEqual([]);
  });
});

it('a call sends the member’s token when it has one', async () => {
  browser.api.on('user_roles', { body: [] });
  await readRows('user_roles?select=role', v.array(v.unknown()), 'a.b.c');
  expect(browser.api.calls[0]?.headers['authorization']).toBe('Bearer a.b.c');
});

it('a refusal of SQL reaches the caller as a code', async () => {
  browser.api.on('hold_order', refusal('session_full'));
  expect(await callRpc('hold_order', { p_order: {} }, v.unknown())).toEqual({
    ok: false,
    code: 'session_full',
  });
});

it('the error names each variable that is missing in the environment', () => {
  const source = {
    PUBLIC_SUPABASE_URL: undefined,
    PUBLIC_SUPABASE_KEY: 'k',
    PUBLIC_STUDIO_URL: 'not a url',
    PUBLIC_TURNSTILE_SITE_KEY: undefined,
    PUBLIC_PHONE_FACTOR: undefined,
  };
  expect(() => readEnv(source)).toThrow(/PUBLIC_SUPABASE_URL, PUBLIC_STUDIO_URL/);
});

describe('the id of a call', () => {
  it('is sent with each call to a function, and differs each time', async () => {
    browser.api.on('error-monitor', { body: {} }).on('get_order', { body: {} });
    await callFunction('error-monitor', {}, v.object({}));
    await callFunction('error-monitor', {}, v.object({}));
    const ids = browser.api.named('error-monitor').map(({ headers }) => headers['x-request-id'] ?? '');
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9-]{8,64}$/);
    expect(new Set(ids).size).toBe(2);
    // Calls to the database need no id.
    await callRpc('get_order', { p_secret: '' }, v.object({}));
    expect(browser.api.named('get_order')[0]?.headers).not.toHaveProperty('x-request-id');
  });
});
