import { defineConfig } from '@playwright/test';
import { browserFlags, usualBrowser } from './scripts/browser.ts';
import { lane } from './tests/e2e/support/stack.ts';
import { crawler, narrow, wide } from './tests/e2e/support/visitor.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? usualBrowser();
const phone = { viewport: narrow, hasTouch: true, isMobile: true };
const desktop = { viewport: wide };

const specs = (...names: string[]) => names.map((name) => `**/flows/${name}.spec.ts`);
/**
 * A rule, and what is sent and answered, is shown at one width: the lanes share them. What looks different at another
 * width is looked at in both. There a single test that needs only one is tagged `@once` (a phone) or `@wide`; with
 * `@look` beside it, what it asks axe about is looked at in the other width too (support/axe.ts).
 */
const onPhone = specs(
  'after-dearer',
  'after-manage',
  'auth-guest',
  'auth-mail',
  'auth-new',
  'booking-spots',
  'checkout-asks',
  'checkout-keeps',
  'checkout-typing',
  'early-tap',
  'large-letters',
  'last-spot',
  'later-weekends',
  'long-words',
  'passes-signed-in',
  'proof-toasts',
  'renewal-said',
  'waitlist-reserve',
);
const onDesktop = specs(
  'access-control',
  'after-pass',
  'after-renewal',
  'after-success',
  'after-told',
  'after-unused',
  'auth-account',
  'auth-guard',
  'auth-second-step',
  'booking-trouble',
  'budget-safety',
  'catalogue',
  'checkout-hard',
  'conversions',
  'failed-parts',
  'home-coaches',
  'late-payment',
  'legal',
  'pictures-missing',
  'popups-crawler',
  'seo-head',
  'seo-icons',
  'stripe-trouble',
  'unasked',
  'wire',
);

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  // One stack serves them all. `npm test` runs two lanes, each with a stack of its own (scripts/test.ts).
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Both cores may be busy with something else.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  outputDir: `test-results/${lane}`,
  use: {
    locale: 'en-SG',
    // A parent abroad: every date on the page must still be Singapore's.
    timezoneId: 'America/New_York',
    // A test gets an empty storage, not an empty window with its start and compilation: an eighth of the time.
    reuseContext: true,
    // Popups open by themselves for people; what is about something else is not in their way.
    userAgent: crawler,
    // What moves, moves in specs of its own: it costs a fifth of the run, and hides nothing that the others look at.
    contextOptions: { reducedMotion: 'reduce' },
    // Writing down every step costs a tenth of the run: `npx playwright test … --trace on` does it where one asks.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    { name: 'phone', use: phone, testMatch: 'flows/**', testIgnore: onDesktop, grepInvert: /@wide/ },
    { name: 'desktop', use: desktop, testMatch: 'flows/**', testIgnore: onPhone, grepInvert: /@once/ },
    // One worker takes them in this order: what changes content, and then the stack itself, comes after the others.
    { name: 'studio', use: desktop, testMatch: 'studio/**' },
    { name: 'stack', testMatch: 'stack/**' },
  ],
});
