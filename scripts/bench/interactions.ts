// The time from a tap to the next frame, for the controls of the main screens, with the processor four times slower.
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { demoLogins } from '#local/demo/logins.ts';
import { paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { type Tap, tapControls } from './controls.ts';
import { type Figure, percentile } from './figures.ts';
import { journeys } from './journeys.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Screen {
  address: string;
  /** The role of the demo account that is signed in. */
  as?: (typeof demoLogins)[number]['role'];
  /** What must be on the screen before its controls are tapped. */
  ready?: string;
  /** Pressed first, because it shows more controls. */
  press?: string;
}

const screens: readonly Screen[] = [
  { address: paths.home },
  { address: paths.camps, press: 'main a[href$="#packages"]', ready: '.camp-packages.shown' },
  ...[paths.campsBook, paths.passes, paths.teamPasses, paths.birthdays, paths.about, paths.tryOutForKids].map(
    (address) => ({ address }),
  ),
  { address: '/checkout/flexi', ready: 'main input[type="email"]' },
  { address: paths.familyBase, as: 'customer', ready: 'main article .today-facts' },
  { address: paths.roster, as: 'coach', ready: 'main :is(li, tr, article)' },
  { address: staffPaths.managementOrders, as: 'admin', ready: '.staff-table tbody tr' },
  { address: staffPaths.managementFamilies, as: 'admin', ready: '.staff-table tbody tr' },
];

const P75_MS = 100;
const WORST_MS = 200;
const WORST_SHOWN = 10;
const CPU_RATE = 4;

/** The limits hold for all screens together. `cartOf` returns the storage of a visitor with something in the cart. */
export async function benchInteractions(
  browser: Browser,
  site: string,
  only: readonly string[],
  options: BrowserContextOptions,
  cartOf: (journey: (typeof journeys)[number]) => Promise<StorageState>,
): Promise<Figure[]> {
  const taps: Tap[] = [];
  for (const screen of screens) {
    if (only.length > 0 && !only.includes(screen.address)) continue;
    const journey = journeys.find(({ address, before }) => before && address === screen.address);
    const storageState = journey && !screen.as ? await cartOf(journey) : undefined;
    taps.push(
      ...(await tapScreen(browser, site, screen, { ...options, ...(storageState && { storageState }) })),
    );
  }
  printWorst(taps);
  const times = taps.map(({ ms }) => ms);
  const note = `${taps.length} controls`;
  const name = (measure: string) => `from a tap to the next frame, processor four times slower: ${measure}`;
  return [
    { name: name('75th percentile'), value: percentile(times, 75), unit: 'ms', most: P75_MS, note },
    { name: name('worst'), value: Math.max(0, ...times), unit: 'ms', most: WORST_MS, note },
  ];
}

async function tapScreen(
  browser: Browser,
  site: string,
  { address, as, ready, press }: Screen,
  options: BrowserContextOptions,
): Promise<Tap[]> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    if (as) {
      const account = demoLogins.find(({ role }) => role === as);
      await page.goto(`${site}${paths.auth}?from=${encodeURIComponent(address)}`);
      await page
        .locator('input[type="email"]')
        .first()
        .fill(account?.email ?? '');
      await page
        .locator('input[type="password"]')
        .first()
        .fill(account?.password ?? '');
      await page.locator('form button[type="submit"]').first().click();
      await page.waitForURL(`**${address}`);
    }
    const session = await context.newCDPSession(page);
    return await tapControls(page, session, address, async () => {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.goto(site + address, { waitUntil: 'networkidle' });
      if (press) await page.locator(press).first().click();
      if (ready) await page.locator(ready).first().waitFor();
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    });
  } finally {
    await context.close();
  }
}

function printWorst(taps: readonly Tap[]): void {
  console.log(`The ${WORST_SHOWN} slowest of ${taps.length} controls`);
  for (const tap of taps.toSorted((one, other) => other.ms - one.ms).slice(0, WORST_SHOWN)) {
    const { screen, control, ms, restyled, style, layout, script } = tap;
    const cost = `style ${style.toFixed(0)} ms of ${restyled} elements, layout ${layout.toFixed(0)}, script ${script.toFixed(0)}`;
    console.log(`  ${ms.toFixed(0).padStart(5)} ms  ${screen}: ${control}  (${cost})`);
  }
  const restyled = taps.map((tap) => tap.restyled);
  console.log(
    `  elements restyled by a tap: median ${percentile(restyled, 50)}, 75th percentile ${percentile(restyled, 75)}, most ${Math.max(0, ...restyled)}`,
  );
}
