import { defineConfig } from '@playwright/test';
import { browserFlags, thriftyFlags, usualBrowser } from './scripts/browser.ts';
import { lane } from './tests/e2e/support/stack.ts';
import { crawlerUserAgent, narrow, wide } from './tests/e2e/support/visitor.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? usualBrowser();
const phone = { viewport: narrow, hasTouch: true, isMobile: true };
const desktop = { viewport: wide };

const specs = (...names: string[]) => names.map((name) => `**/flows/${name}.spec.ts`);
/**
 * Specs about rules, requests and answers run at one width only, divided between both. All other specs run at both
 * widths, because their layout differs. In those, a test tagged `@once` runs on the phone only and one tagged `@wide`
 * on the desktop only; with `@look` as well, its axe checks also cover the other width (support/axe.ts).
 */
const onPhone = specs(
  'after-sale-credit',
  'after-sale-manage',
  'after-sale-upgrade',
  'auth-guest',
  'auth-mail',
  'auth-new',
  'booking-spots',
  'checkout-asks',
  'checkout-keeps',
  'checkout-typing',
  'first-tap',
  'large-letters',
  'last-spot',
  'later-weekends',
  'long-words',
  'proof-toasts',
  'renewal-wording',
  'waitlist-reserve',
);
const onDesktop = specs(
  'access-control',
  'after-sale-mails',
  'after-sale-pass',
  'after-sale-renewal',
  'after-sale-success',
  'after-sale-unused',
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
  'without-request',
  'wire',
);

/** `npm test` divides the phone's specs between two lanes, by the first letter of their names. */
const firstHalf = '**/flows/[a-l]*.spec.ts';
const half = process.env['PHONE_SPECS'];
const onPhoneLane = {
  testMatch: half === 'first' ? firstHalf : 'flows/**',
  testIgnore: half === 'second' ? [...onDesktop, firstHalf] : onDesktop,
};
/** A few of the desktop's specs run in the lane of the phone's first half, so that all lanes take equally long. */
const fewOfDesktop = '**/flows/[p-r]*.spec.ts';
const few = process.env['DESKTOP_SPECS'];
const onDesktopLane = {
  testMatch: few === 'few' ? fewOfDesktop : 'flows/**',
  testIgnore: few === 'others' ? [...onPhone, fewOfDesktop] : onPhone,
};

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  // All specs of a lane share one stack. `npm test` runs three lanes, each with its own stack (scripts/test.ts).
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // A test waits for an event, never for a time. The limits are long because three lanes share two cores, and half of
  // what is waited for happens in another process.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: `test-results/${lane}`,
  use: {
    locale: 'en-SG',
    // The parent is abroad: every date on the page must still be in Singapore time.
    timezoneId: 'America/New_York',
    // Each test starts with empty storage in the same window. A new window for each would take eight times as long.
    reuseContext: true,
    // Popups open automatically only for people. A crawler's user agent keeps them out of tests about other things.
    userAgent: crawlerUserAgent,
    // Animations have their own specs. Elsewhere they would take a fifth of the run and show nothing more.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing costs a tenth of the run; `npx playwright test … --trace on` switches it on when it is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...browserFlags, ...thriftyFlags],
      ...(executablePath ? { executablePath } : {}),
    },
  },
  projects: [
    { name: 'phone', use: phone, ...onPhoneLane, grepInvert: /@wide/ },
    { name: 'desktop', use: desktop, ...onDesktopLane, grepInvert: /@once/ },
    // One worker runs the projects in this order: those that change content, and then the stack itself, come last.
    { name: 'studio', use: desktop, testMatch: 'studio/**' },
    { name: 'stack', testMatch: 'stack/**' },
  ],
});
