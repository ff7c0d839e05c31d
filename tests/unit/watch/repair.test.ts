import type { ErrorReport } from '#contract/monitoring.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { storageKeys as usualKeys } from '#config/paths.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { askForFix, clearStorage, isPreserved } from '#features/watch/repair.ts';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';

const storageKeys = { ...usualKeys, ...rareKeys };

const browser = fakeBrowser();
const report: ErrorReport = {
  timestamp: '2026-11-25T00:00:00Z',
  error_type: 'RUNTIME_ERROR',
  message: 'x',
  filename: '',
  stack: '',
  has_blank_screen: false,
  user_agent: '',
  url: '',
};

it.each([
  // Sign-in and preferences (spec 1 §9), cart, drafts and partly filled forms (decisions).
  ['auth', true],
  ['theme', true],
  ['consent', true],
  ['cart', true],
  ['choice', true],
  ['order', true],
  ['draft', true],
  ['campChoice', true],
  ['bookingData', true],
  ['enquiry', true],
  ['waitlist', true],
  ['forms', true],
  ['familyDrafts', true],
  ['guest', true],
  ['reports', true],
  ['events', false],
  ['family', false],
] as const)('keeps the key “%s” if its value is intact: %s', (name, stays) => {
  expect(isPreserved(storageKeys[name], '{}')).toBe(stays);
  expect(isPreserved(storageKeys[name], '{"half')).toBe(false);
});

it.each([
  ['sb-abc-auth-token', true],
  ['adminViewMode', true],
  ['of-an-older-site', false],
])('keeps the foreign key “%s”: %s', (key, stays) => expect(isPreserved(key, 'x')).toBe(stays));

it('deletes all other keys', () => {
  browser.storage.setItem(storageKeys.cart, '{"quantity":1}');
  browser.storage.setItem(storageKeys.events, '[]');
  browser.storage.setItem('old', 'x');
  vi.stubGlobal('localStorage', Object.assign(browser.storage, Object.fromEntries(browser.storage.entries)));
  clearStorage();
  expect([...browser.storage.entries.keys()]).toEqual([storageKeys.cart]);
});

it('the repair does not throw if the storage is blocked', () => {
  vi.stubGlobal(
    'localStorage',
    new Proxy(new MemoryStorage(), {
      ownKeys: () => {
        throw new Error('blocked');
      },
    }),
  );
  expect(clearStorage).not.toThrow();
});

beforeEach(() => vi.stubGlobal('location', { origin: 'https://site.test', pathname: '/' }));

it.each([
  [{ body: { fix_applied: true, fix_id: 'f', action: 'clear_caches' } }, 'clear_caches'],
  [{ body: { fix_applied: false, fix_id: 'f', action: 'none' } }, null],
  [{ body: { nonsense: 1 } }, null],
  [{ status: 500, body: {} }, null],
  ['network failure', null],
] as const)('reads the answer %o as the action %s', async (reply, action) => {
  browser.api.on('auto-fix-system', reply);
  expect(await askForFix(report)).toBe(action);
  expect(browser.api.named('auto-fix-system')[0]?.body).toEqual(report);
});
