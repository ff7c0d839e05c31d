import { beforeEach, expect, test } from 'vitest';
import { findParent, readOwnFamily } from '#api/own-family.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
const parent = { userId: uuid(1), email: 'parent@example.test', token: 'token' };
const kai = { id: uuid(2), name: 'Kai Tan', dob: '2018-03-14' };
const ownDetails = { name: 'Mei Tan', email: parent.email, phone: '+6591234567' };
beforeEach(() => {
  browser.api
    .on('profiles', { body: [{ family_id: uuid(3), name: ownDetails.name, phone: '+6591234567' }] })
    .on('children', { body: [kai] });
});

const signIn = () => storeSession({ id: uuid(1), email: parent.email });

test('the parent is found by the session of this browser, and not without a session', async () => {
  expect(await findParent()).toBeNull();
  signIn();
  expect(await findParent()).toMatchObject(parent);
  expect(browser.api.calls).toEqual([]);
});

test('the parent’s own family is read with their token, without health or consents', async () => {
  expect(await readOwnFamily(parent)).toEqual({ ok: true, value: { ...ownDetails, children: [kai] } });
  for (const { headers, url } of browser.api.calls) {
    expect(headers).toMatchObject({ authorization: 'Bearer token' });
    expect(url).not.toMatch(/select=[^&]*(\*|health|allerg|consent)/);
  }
});

test('staff without a family get no children', async () => {
  browser.api.on('profiles', { body: [{ family_id: null, name: 'Ray', phone: null }] });
  expect(await readOwnFamily(parent)).toEqual({
    ok: true,
    value: { name: 'Ray', email: parent.email, phone: '', children: [] },
  });
  expect(browser.api.named('children')).toEqual([]);
});

test('an expired token is reported as unauthorized', async () => {
  browser.api.on('profiles', { status: 401, body: { message: 'JWT expired' } });
  expect(await readOwnFamily(parent)).toEqual({ ok: false, code: 'unauthorized' });
});
