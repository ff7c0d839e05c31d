import { expect, it } from 'vitest';
import { cacheFamily, expireCachedFamily, readCachedFamily } from '#browser/cached-family.ts';
import { forgetFamily } from '#browser/forget-family.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { family, waiting } from './examples.ts';

const browser = fakeBrowser();
const AT = Date.parse('2026-11-21T00:10:00Z');
const DAY = 86_400_000;

it('the cache contains the week of one member with its time', () => {
  cacheFamily('parent-1', family, AT);
  expect(readCachedFamily('parent-1', AT + DAY)).toMatchObject({
    at: AT,
    family: { totalCredits: 19, upcomingBookings: family.upcomingBookings },
  });
});

it('the cache contains neither collectors, nor parents’ contact details, nor secrets', () => {
  cacheFamily(
    'parent-1',
    {
      ...family,
      waiting: [waiting()],
      invitation: { email: 'ben@families.test', expires_at: '2026-12-01T00:00:00Z' },
    },
    AT,
  );
  const text = [...browser.storage.entries.values()].join();
  expect(text).toContain('Kai');
  for (const secret of ['Grandma', 'wei@families.test', '+6591234567', 'ben@families.test', waiting().secret])
    expect(text).not.toContain(secret);
});

it('the cache is deleted if it is of another member, of another shape, or too old', () => {
  cacheFamily('parent-1', family, AT);
  expect(readCachedFamily('parent-2', AT)).toBeNull();
  expect(browser.storage.entries.size).toBe(0);
  cacheFamily('parent-1', family, AT);
  expect(readCachedFamily('parent-1', AT + 15 * DAY)).toBeNull();
  browser.storage.setItem('otter_family', '{"userId":"parent-1","at":1,"family":{}}');
  expect(readCachedFamily('parent-1', AT)).toBeNull();
});

it('the cache counts as outdated after a change, and is deleted with drafts at sign-out', () => {
  cacheFamily('parent-1', family, AT);
  expireCachedFamily(AT + 1000);
  expect(readCachedFamily('parent-1', AT)?.at).toBeLessThanOrEqual(AT + 1000 - 300_000);
  browser.storage.setItem('otter_family_drafts', '{}');
  forgetFamily();
  expect(browser.storage.entries.size).toBe(0);
});
