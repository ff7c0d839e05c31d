import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());

const validBody = { secret: randomUUID(), expected_total_cents: 69_700, details: checkoutDetails };
const { parent, children, consents } = checkoutDetails;

describe('create-checkout names the invalid field', () => {
  test.each<[string, unknown, string]>([
    ['not JSON', '{', 'body'],
    ['an empty body', '', 'body'],
    ['a list', [], 'secret'],
    ['null', null, 'body'],
    ['no secret', { ...validBody, secret: undefined }, 'secret'],
    ['an invalid secret', { ...validBody, secret: "' or 1=1" }, 'secret'],
    ['a total in dollars', { ...validBody, expected_total_cents: 697.5 }, 'expected_total_cents'],
    ['a negative total', { ...validBody, expected_total_cents: -1 }, 'expected_total_cents'],
    ['a total that is too large', { ...validBody, expected_total_cents: 3e9 }, 'expected_total_cents'],
    ['a total in words', { ...validBody, expected_total_cents: '69700' }, 'expected_total_cents'],
    ['no details', { ...validBody, details: undefined }, 'details'],
    [
      'no e-mail',
      { ...validBody, details: { ...checkoutDetails, parent: { ...parent, email: '' } } },
      'parent.email',
    ],
    [
      'a bad e-mail',
      { ...validBody, details: { ...checkoutDetails, parent: { ...parent, email: 'mei@' } } },
      'parent.email',
    ],
    [
      'a blank name',
      { ...validBody, details: { ...checkoutDetails, parent: { ...parent, name: '  ' } } },
      'parent.name',
    ],
    [
      'a phone without +',
      { ...validBody, details: { ...checkoutDetails, parent: { ...parent, phone: '91234567' } } },
      'parent.phone',
    ],
    [
      'a control character',
      { ...validBody, details: { ...checkoutDetails, parent: { ...parent, name: 'Mei\u0000Tan' } } },
      'parent.name',
    ],
    [
      'half of a character',
      { ...validBody, details: { ...checkoutDetails, children: [{ ...children[0], name: 'Kai \ud83d' }] } },
      'children[0].name',
    ],
    [
      'a name that is too long',
      {
        ...validBody,
        details: { ...checkoutDetails, children: [{ ...children[0], name: 'x'.repeat(121) }] },
      },
      'children[0].name',
    ],
    [
      'a day that does not exist',
      { ...validBody, details: { ...checkoutDetails, children: [{ ...children[0], dob: '3/4/2018' }] } },
      'children[0].dob',
    ],
    [
      'no consent',
      { ...validBody, details: { ...checkoutDetails, consents: { activity: consents.activity } } },
      'consents.terms',
    ],
    ['an address of another site', { ...validBody, return_path: '//evil.example' }, 'return_path'],
    [
      'an address of another site, with a query',
      { ...validBody, return_path: '//evil.example?a=b' },
      'return_path',
    ],
    [
      'an address in a query',
      { ...validBody, return_path: '/checkout?to=https://evil.example' },
      'return_path',
    ],
    ['a whole address', { ...validBody, return_path: 'https://evil.example/' }, 'return_path'],
  ])('%s', async (_name, body, field) => {
    expect(await world.call('create-checkout', body)).toEqual({
      status: 400,
      body: { code: 'invalid_input', field },
    });
  });

  test('a body without an end is refused as too large', async () => {
    expect(await world.call('create-checkout', 'x'.repeat(17 * 1024))).toEqual({
      status: 413,
      body: { code: 'invalid_input', field: 'body' },
    });
  });

  test('a birth date that SQL refuses is named as in the form', async () => {
    const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    const body = {
      ...validBody,
      secret: order.secret,
      details: { ...checkoutDetails, children: [{ ...children[0], dob: '2018-02-30' }] },
    };
    expect(await world.call('create-checkout', body)).toMatchObject({
      status: 400,
      body: { field: 'children[0].dob' },
    });
  });

  test('a refused consent is named', async () => {
    const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    const refused = { ...checkoutDetails, consents: { ...consents, terms: false } };
    expect(
      await world.call('create-checkout', { ...validBody, secret: order.secret, details: refused }),
    ).toEqual({
      status: 400,
      body: { code: 'invalid_input', field: 'consents.terms' },
    });
  });

  test('an unknown order is refused', async () => {
    expect(await world.call('create-checkout', validBody)).toEqual({
      status: 404,
      body: { code: 'order_not_found' },
    });
  });
});

test.each([
  ['release-order', {}, 'secret'],
  ['pay-instalment', {}, 'token'],
  ['check-payment-link', {}, 'token'],
  ['release-order', { secret: 7 }, 'secret'],
  ['handle-pass-payment-success', { sessionId: null }, 'customData.secret'],
  ['create-pass-checkout', {}, 'passType'],
  ['create-pass-checkout', { passType: 'flexi', childId: 'x' }, 'childId'],
  ['handle-pass-payment-success', { sessionId: null, customData: { secret: 'x' } }, 'customData.secret'],
])('%s %j is refused', async (name, body, field) => {
  expect(await world.call(name, body)).toEqual({ status: 400, body: { code: 'invalid_input', field } });
});

describe('calls from browsers', () => {
  const ask = (method: string) => fetch(`${world.url}/create-checkout`, { method });

  test('are allowed for our site, and only for it', async () => {
    const response = await ask('OPTIONS');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4321');
    expect(response.headers.get('access-control-allow-headers')).toContain('apikey');
  });

  test('also get refusals that our site can read', async () => {
    const response = await ask('POST');
    expect(response.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4321');
    expect(await response.json()).toMatchObject({ code: 'invalid_input' });
  });

  test('are refused with other methods', async () => {
    const response = await ask('GET');
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'POST',
    });
  });
});
