import { beforeEach, expect, test } from 'vitest';
import { findParent, readChildren } from '../../../src/features/passes/api.ts';
import { signInPath } from '../../../src/config/paths.ts';
import { buying } from '../../../src/features/passes/buying.ts';
import { storageKeys } from '../../../src/config/paths.ts';
import { writeStored } from '../../../src/browser/storage.ts';
import { fakeBrowser } from '../support/browser.ts';
import { pass, uuid } from '../support/examples.ts';

const browser = fakeBrowser();
const parent = { userId: uuid(1), email: 'parent@example.test', token: 'token' };
beforeEach(() => {
  browser.api
    .on('profiles', { body: [{ family_id: uuid(3) }] })
    .on('children', { body: [{ id: uuid(2), name: 'Kai Tan' }] });
});

test('a session of this browser is who asks; without one nobody does', async () => {
  expect(await findParent()).toBeNull();
  writeStored(storageKeys.auth, {
    access_token: 'token',
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: Date.now() / 1000 + 3600,
    user: { id: uuid(1), email: parent.email },
  });
  expect(await findParent()).toMatchObject(parent);
  expect(browser.api.calls).toEqual([]);
});

test('the children are those of the own family, read with the own token', async () => {
  expect(await readChildren(parent)).toEqual({ ok: true, value: [{ id: uuid(2), name: 'Kai Tan' }] });
  expect(browser.api.named('children')[0]?.headers).toMatchObject({ authorization: 'Bearer token' });
});

test('staff without a family have none, whoever they may read', async () => {
  browser.api.on('profiles', { body: [{ family_id: null }] });
  expect(await readChildren(parent)).toEqual({ ok: true, value: [] });
  expect(browser.api.named('children')).toEqual([]);
});

test('a token that has ended is said', async () => {
  browser.api.on('profiles', { status: 401, body: { message: 'JWT expired' } });
  expect(await readChildren(parent)).toEqual({ ok: false, code: 'unauthorized' });
});

test('a pass’s button names its offer and our checkout of it; a try-out has its own page', () => {
  expect(buying(pass())).toEqual({
    'data-pass': 'pass-term',
    'data-name': 'Term',
    'data-ending': 'Paid once, nothing renews. Unused sessions end after 130 days',
    'data-checkout': '/checkout/term?offer=pass-term&price=69700&child=new',
  });
  expect(buying(pass({ id: 'tryout' }))).toEqual({});
  expect(signInPath('/team-passes')).toBe('/auth?from=%2Fteam-passes');
});
