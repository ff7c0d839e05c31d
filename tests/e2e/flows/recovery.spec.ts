/** Errors are injected in a real browser, and the page must react to them (spec 1 §4, §8). */
import { expect } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { expectAccessible } from '../support/axe.ts';
import { eventually, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { answerConsent, markPopupsSeen, personUserAgent } from '../support/visitor.ts';
import { callsOf, fail, hide, waitForWatcher, openAndRecord, stored } from '../support/watch.ts';
import { withoutRandom } from '#support/random-values.ts';

test.use({ userAgent: personUserAgent, throws: true });
test.beforeEach(async ({ page }) => {
  await answerConsent(page);
  await markPopupsSeen(page);
});

const reporters = ['error-monitor', 'ops-monitor'];
const onceTag = { tag: '@once' };

test(
  'three errors in a row show banner, toast and badge, each with its text and action',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    await openAndRecord(page, '/terms-and-conditions');
    await fail(page, 3);
    const banner = page.locator('recovery-banner');
    await expect(banner).toHaveText(
      /^The system is experiencing issues and is currently in recovery mode. You will NOT be charged for any errors during this time.Force Refresh$/,
    );
    const toast = page.locator('.toast');
    await expect(toast).toHaveCount(1);
    await expect(toast).toContainText('System is in recovery mode. Some features may be limited.');
    await expect(toast.getByRole('button', { name: 'Refresh' })).toBeVisible();
    const badge = page.getByRole('button', { name: 'Recovery Mode' });
    await badge.focus();
    await expect(page.getByRole('tooltip')).toHaveText(
      'The system is automatically recovering from errors. You will not be charged for any issues during this time.',
    );
    await expectAccessible(page);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
    const loaded = page.waitForEvent('load');
    await banner.getByRole('button', { name: 'Force Refresh' }).click();
    await loaded;
    await expect(banner).toHaveCount(0);
  },
);

test('if a file cannot be loaded, a remedy is requested and the page reloads', onceTag, async ({ page }) => {
  const repairCalls = callsOf(page, 'auto-fix-system');
  await openAndRecord(page, '/terms-and-conditions');
  const [loaded] = await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => void import('/_astro/of-an-older-build.js'.slice())),
  ]);
  expect(loaded).toBeTruthy();
  expect(repairCalls).toHaveLength(1);
  expect(repairCalls[0]?.postDataJSON()).toMatchObject({
    error_type: 'PROMISE_REJECTION',
    severity: 'critical',
  });
});

test('typed text is not lost by a reload that nobody requested', onceTag, async ({ page }) => {
  await openAndRecord(page, '/birthdays');
  await page.getByRole('textbox').first().fill('Half a sentence');
  const repair = page.waitForResponse((response) => response.url().endsWith('/auto-fix-system'));
  await page.evaluate(() => void import('/_astro/of-another-build.js'.slice()));
  await repair;
  await expect(page.locator('.toast')).toContainText('Loading error. Please refresh.');
  await expect(page.getByRole('textbox').first()).toHaveValue('Half a sentence');
});

test(
  'a report has the specified fields and no personal data, and is stored once',
  onceTag,
  async ({ page }) => {
    await openAndRecord(page, '/terms-and-conditions?order=10000000-0000-4000-8000-000000000001#secret');
    const calls = callsOf(page, ...reporters);
    const mark = `Mark ${Date.now()}`;
    await fail(
      page,
      2,
      `${mark.replace(/\d+/, '')} broke for mei.tan@example.com, +65 9123 4567, name: Mei Tan`,
    );
    await expect(page.locator('health-badge')).toBeVisible();
    await hide(page);
    await expect.poll(() => calls.length).toBe(2);
    const body = calls[0]?.postDataJSON() as Record<string, unknown>;
    expect(body).toMatchObject({
      error_type: 'RUNTIME_ERROR',
      severity: 'high',
      has_blank_screen: false,
      url: `${env('SITE_URL')}/terms-and-conditions`,
      metrics: { times: 2 },
    });
    expect(String(body['release'])).toMatch(/^[0-9a-f]{8}$/);
    expect(JSON.stringify(body)).not.toMatch(/mei|10000000|secret/i);
    expect(withoutRandom(JSON.stringify(body))).not.toContain('9123');
    const rows = await eventually(
      'the report',
      () =>
        sql()`select message, severity from public.error_reports where message like 'Error: Mark  broke%'`,
      (found) => found.length > 0,
    );
    expect(rows).toHaveLength(1);
  },
);

test(
  'the system is not reported as broken without a network, and no report is lost',
  onceTag,
  async ({ page, context }) => {
    await openAndRecord(page, '/terms-and-conditions');
    const calls = callsOf(page, ...reporters);
    await context.setOffline(true);
    await fail(page, 3, 'Lost in a tunnel');
    await expect
      .poll(async () => {
        // The page closes as if for good.
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
        return stored(page, 'otter_reports');
      })
      .toContain('Lost in a tunnel');
    await expect(page.locator('recovery-banner, health-badge')).toHaveCount(0);
    expect(calls).toHaveLength(0);
    await context.setOffline(false);
    await expect.poll(() => calls.length).toBe(2);
  },
);

test('a broken reporter causes no loop, and the next page sends the report', onceTag, async ({ page }) => {
  await page.route(/\/functions\/v1\/(error|ops)-monitor$/, (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await openAndRecord(page, '/terms-and-conditions');
  const calls = callsOf(page, ...reporters);
  await fail(page, 1, 'Nobody hears of it');
  await waitForWatcher(page);
  await hide(page);
  await expect.poll(() => stored(page, 'otter_reports')).toContain('Nobody hears of it');
  expect(calls.length).toBe(2);
  // The watcher counts the page's own error, but not failures of its reports.
  await expect(page.getByRole('button', { name: 'Monitoring' })).toBeVisible();
  await expect(page.locator('recovery-banner')).toHaveCount(0);
  await page.unroute(/\/functions\/v1\/(error|ops)-monitor$/);
  await page.goto(`${env('SITE_URL')}/about`);
  await waitForWatcher(page);
  await hide(page);
  await expect.poll(() => calls.map((call) => call.postData() ?? '').join()).toContain('Nobody hears of it');
  await expect.poll(() => stored(page, 'otter_reports')).toBeNull();
});

test(
  'a thousand errors a second for three seconds cause a few calls, and the page still responds',
  onceTag,
  async ({ page }) => {
    await openAndRecord(page, '/terms-and-conditions');
    const calls = callsOf(page, ...reporters, 'auto-fix-system');
    await page.evaluate(() => {
      let remaining = 3_000;
      const timer = setInterval(() => {
        for (let n = 0; n < 10 && remaining > 0; n++, remaining--)
          setTimeout(() => {
            throw new Error(`Storm ${remaining % 50} of ${Math.random().toString(36)}`);
          });
        if (remaining === 0) clearInterval(timer);
      }, 10);
    });
    // The page must respond between two frames.
    const longestFrame = await page.evaluate(async () => {
      let [most, last] = [0, performance.now()];
      for (const end = last + 3_000; last < end;) {
        await new Promise(requestAnimationFrame);
        most = Math.max(most, performance.now() - last);
        last = performance.now();
      }
      return most;
    });
    expect(longestFrame).toBeLessThan(1_000);
    await expect(page.locator('recovery-banner')).toBeVisible();
    await hide(page);
    await expect.poll(() => calls.length).toBeGreaterThan(0);
    expect(calls.length).toBeLessThanOrEqual(40);
  },
);

test(
  'if the storage is broken, the page works, a parent’s choice stays, and an incomplete value is deleted',
  onceTag,
  async ({ page }) => {
    await page.addInitScript(() => {
      if (localStorage.getItem('otter_cart')) return;
      localStorage.setItem('otter_events', '[{"event"');
      localStorage.setItem('otter_reports', 'nonsense');
      localStorage.setItem('otter_family_drafts', '{"child":');
      localStorage.setItem('otter_cart', '{"quantity":1}');
      localStorage.setItem('theme', 'dark');
      localStorage.setItem('of-an-older-site', 'x');
    });
    await openAndRecord(page, '/terms-and-conditions');
    await fail(page, 2);
    await expect.poll(() => stored(page, 'of-an-older-site')).toBeNull();
    expect(await stored(page, 'otter_family_drafts')).toBeNull();
    expect(await stored(page, 'otter_cart')).toBe('{"quantity":1}');
    expect(await stored(page, 'theme')).toBe('dark');
  },
);

test(
  'if an API answers 500, the page works and says so, and the error is reported',
  onceTag,
  async ({ page }) => {
    await page.route('**/rpc/get_session_availability_with_enrollments', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    );
    const calls = callsOf(page, 'error-monitor');
    await openAndRecord(page, '/#book-your-otter-experience');
    await expect
      .poll(async () => {
        await hide(page);
        return calls.map((call) => call.postData() ?? '').join();
      })
      .toContain('Sessions did not load: unexpected');
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  },
);

test(
  'an error is traced to its source by a source map that the public cannot fetch',
  onceTag,
  async ({ page }) => {
    await openAndRecord(page, '/terms-and-conditions');
    const calls = callsOf(page, 'error-monitor');
    const script = await page.evaluate(
      () =>
        performance.getEntriesByType('resource').find(({ name }) => name.includes('/_astro/watch.'))?.name ??
        '',
    );
    const answer = await page.request.get(script);
    expect(await answer.text()).not.toContain('sourceMappingURL');
    expect((await page.request.get(`${script}.map`)).status()).toBe(404);
    await page.evaluate((url) => {
      const error = new Error('Placed in its source');
      error.stack = `Error: Placed in its source\n    at t (${url}:2:300)`;
      setTimeout(() => {
        throw error;
      });
    }, script);
    await expect
      .poll(async () => {
        await hide(page);
        return calls.length;
      })
      .toBe(1);
    await eventually(
      'the place',
      () =>
        sql()<
          { source_file: string | null }[]
        >`select source_file from public.error_reports where message like '%Placed in its source'`,
      ([row]) => row?.source_file?.startsWith('src/') ?? false,
    );
  },
);

test(
  'a page without errors loads one small file after it has loaded, and makes no calls',
  onceTag,
  async ({ page }) => {
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await openAndRecord(page, '/terms-and-conditions');
    await page.waitForLoadState('networkidle');
    expect(
      requestedUrls.filter((url) => /\/(incidents|recovery|conversions)\.|\/functions\/v1\//.test(url)),
    ).toEqual([]);
    // Watcher and tracking together are the only script after the page has loaded.
    const scriptsAfterLoad = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return performance
        .getEntriesByType('resource')
        .filter(
          ({ name, startTime }) => name.endsWith('.js') && startTime >= (navigation?.loadEventStart ?? 0),
        )
        .map(({ name }) => name);
    });
    expect(scriptsAfterLoad).toEqual([expect.stringMatching(/\/_astro\/watch\.[^/]*\.js$/)]);
    const file = await (await page.request.get(scriptsAfterLoad[0] ?? '')).body();
    // The watcher's imports were loaded before, with the page's own script.
    const needs = [...file.toString().matchAll(/from"\.\/([^"]+)"/g)].map(([, name]) => name);
    for (const name of needs) expect(requestedUrls.some((url) => url.endsWith(`/_astro/${name}`))).toBe(true);
    expect(gzipSync(file).length).toBeLessThan(3_000);
  },
);
