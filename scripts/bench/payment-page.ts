import { type Browser, chromium } from '@playwright/test';
import { fillCheckout, payButton } from '../../tests/e2e/support/booking.ts';
import { browserFlags, findBrowser } from '../browser.ts';
import { type Figure, median, percentile } from './figures.ts';
import type { Visitors } from './visitors.ts';

const WARM = 3;
const RUNS = 30;
/** From "Continue to payment" until the payment page has loaded may take at most this long (p95). */
const MAX_MS = 600;

/** Times a parent from Pay to the load event of the hosted page, by the browser's own clock. */
export async function benchPaymentPage(visitors: Visitors): Promise<Figure[]> {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  const durations: number[] = [];
  const asking: number[] = [];
  try {
    for (let run = 0; run < WARM + RUNS; run++) {
      const took = await press(browser, visitors, run);
      if (run < WARM) continue;
      durations.push(took.whole);
      asking.push(took.asking);
    }
  } finally {
    await browser.close();
  }
  const note = `median ${Math.round(median(durations))}, longest ${Math.round(Math.max(...durations))} of ${RUNS}`;
  return [
    {
      name: 'Pay pressed to payment page, p95',
      value: percentile(durations, 95),
      unit: 'ms',
      most: MAX_MS,
      note,
    },
    { name: 'of which create-checkout, median', value: median(asking), unit: 'ms' },
  ];
}

async function press(browser: Browser, visitors: Visitors, run: number) {
  const camp = await visitors.camp(1);
  const context = await browser.newContext({ locale: 'en-SG', viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(`${visitors.of('SITE_URL')}/checkout?type=camp&camp=${camp}`);
    const parent = {
      name: 'Lim Wei Ming',
      email: `bench${run}@example.com`,
      phone: '9123 4567',
      child: `Mira ${run}`,
    };
    await fillCheckout(page, parent);
    const paymentRequest = page.waitForEvent(
      'requestfinished',
      (request) => request.url().endsWith('/functions/v1/create-checkout') && request.method() === 'POST',
    );
    const began = await payButton(page).evaluate((button: HTMLElement) => {
      const now = performance.timeOrigin + performance.now();
      button.click();
      return now;
    });
    await page.waitForURL(`${visitors.of('STRIPE_API_URL')}/**`);
    const loaded = await page.waitForFunction(() => {
      const [entry] = performance.getEntriesByType('navigation');
      const end = entry instanceof PerformanceNavigationTiming ? entry.loadEventEnd : 0;
      return end > 0 && performance.timeOrigin + end;
    });
    return {
      whole: Number(await loaded.jsonValue()) - began,
      asking: (await paymentRequest).timing().responseEnd,
    };
  } finally {
    await context.close();
  }
}
