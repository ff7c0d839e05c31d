import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { makeToken } from '#support/functions-db.ts';
import * as passes from '#support/sql-passes.ts';

let world: World;
let home: passes.Home;
beforeAll(async () => {
  world = await createWorld();
  const offer = await world.shop.makeOffer();
  home = await passes.makeHome(world.database);
  await passes.makePass(world.database, home, { offer: offer.id });
});
afterAll(() => world.stop());

const ask = (body: object, authorization?: string) =>
  world.call('validate-pass-eligibility', body, authorization ? { authorization } : {});
const bearer = (token: string) => `Bearer ${token}`;
const pass = { userEmail: null, passType: 'halfyear', isAuthenticated: false };
const signIn = {
  status: 200,
  body: { isEligible: false, requiresAuth: true, reason: 'Please sign in to buy this pass' },
};

describe('a visitor', () => {
  test.each([
    ['nothing', {}, undefined],
    ['a known address', { isAuthenticated: true }, undefined],
    ['an unknown address', { userEmail: 'nobody@example.test', isAuthenticated: true }, undefined],
    ['the publishable key', {}, bearer('sb_publishable_abc')],
    ['half a token', {}, bearer('a.b')],
  ])('with %s is told to sign in', async (what, more, authorization) => {
    const userEmail = what === 'a known address' ? home.email : null;
    expect(await ask({ ...pass, userEmail, ...more }, authorization)).toEqual(signIn);
  });

  test('includes a person whose session has ended', async () => {
    expect(await ask(pass, bearer(makeToken(home.who.sub ?? '', { isExpired: true })))).toEqual(signIn);
  });
});

test('a parent gets an answer about their own children, whatever the body says', async () => {
  const authorization = bearer(makeToken(home.who.sub ?? ''));
  const have = { isEligible: false, requiresAuth: false, reason: 'You already have this pass type' };
  expect(await ask(pass, authorization)).toEqual({ status: 200, body: have });
  expect(await ask({ passType: 'term-pass', userEmail: 'x@y.test' }, authorization)).toEqual({
    status: 200,
    body: have,
  });
  const other = await passes.makeHome(world.database);
  expect(await ask(pass, bearer(makeToken(other.who.sub ?? '')))).toEqual({
    status: 200,
    body: { isEligible: true, requiresAuth: false, reason: null },
  });
  expect((await ask({ ...pass, childId: other.childId }, authorization)).body).toEqual({
    code: 'child_not_found',
    field: 'p_child_id',
  });
});

test.each([
  [{}, 'invalid_input', 'passType'],
  [{ passType: '' }, 'invalid_input', 'passType'],
  [{ passType: 5 }, 'invalid_input', 'passType'],
  [{ passType: 'halfyear', childId: 'x' }, 'invalid_input', 'childId'],
  [{ passType: 'nosuch' }, 'offer_not_available', 'p_pass_type'],
])('%j is refused with %s', async (body, code, field) => {
  expect((await ask(body)).body).toEqual({ code, field });
});
