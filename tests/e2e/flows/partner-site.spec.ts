/**
 * A page of somebody else, on another origin and with a strict policy of its own, shows our camps and our timetable,
 * and a family gets from it to the checkout in the whole window (decisions "A widget on a partner's site").
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Frame } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { expectAccessible } from '../support/axe.ts';
import { closeCamps, makeSpark } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const campsMade: CampDraft[] = [];
let server: Server;
let partner = '';
let from = '';

test.beforeAll(async () => {
  const camp = await makeSpark(4);
  campsMade.push(camp);
  from = camp.startDate;
  server = createServer((_, response) => {
    const site = env('SITE_URL');
    response.setHeader('content-type', 'text/html');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${site}; frame-src ${site}`,
    );
    response.end(`<!doctype html><html lang="en"><title>A school</title><h1>Holidays</h1>
      <script type="module" src="${site}/embed/elements.js"></script>
      <otter-booking tier="spark" theme="dark" campaign="june-fair"><a href="${site}/camps">Camps</a></otter-booking>
      <otter-timetable show="camps" from="${from}"></otter-timetable>
      <iframe id="thief" src="${site}/checkout"></iframe></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  partner = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
test.afterAll(async () => {
  server.close();
  await closeCamps(campsMade);
});

test(
  'a partner’s page books at our checkout, and nothing of a visitor is in it',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    // Notes each use of storage and cookies in our pages that are in a frame.
    await page.addInitScript(() => {
      const uses: string[] = [];
      Object.assign(globalThis, { usesOfStorage: uses });
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'] as const) {
        const read = Object.getOwnPropertyDescriptor(globalThis, name)?.get?.bind(globalThis);
        if (!read) throw new Error(`${name} cannot be watched`);
        Object.defineProperty(globalThis, name, {
          get() {
            uses.push(name);
            return read() as unknown;
          },
        });
      }
      const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
      Object.defineProperty(document, 'cookie', {
        get: () => uses.push('cookie') && (cookie?.get?.call(document) as unknown),
        set: () => {
          uses.push('cookie');
        },
      });
    });
    const tokens: string[] = [];
    page.on('request', (request) => {
      const { authorization, cookie } = request.headers();
      if (request.frame() !== page.mainFrame())
        tokens.push(...[authorization, cookie].filter((one) => one !== undefined));
    });
    await page.goto(partner);
    const booking = page.frameLocator('otter-booking iframe');
    const timetable = page.frameLocator('otter-timetable iframe');
    const row = timetable.getByRole('row').filter({ has: timetable.getByRole('link') });
    await page.locator('otter-timetable').scrollIntoViewIfNeeded();
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Spark Camp');
    await expect(row).toContainText('4 left');
    await expect(booking.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(booking.getByRole('heading', { name: 'Ignite' })).toHaveCount(0);
    await expect(booking.getByRole('heading', { name: 'Spark Camp' }).first()).toBeVisible();

    const frames = page.frames().filter((frame) => new URL(frame.url()).pathname.startsWith('/embed/'));
    expect(frames).toHaveLength(2);
    for (const frame of frames) {
      await expect.poll(() => overflow(frame), frame.url()).toBe(0);
      expect(await usesOfStorage(frame)).toEqual([]);
    }
    expect(tokens).toEqual([]);

    // The page around sends a height, and asks for our checkout in a frame of its own.
    const height = () => page.locator('otter-timetable iframe').evaluate((frame) => frame.clientHeight);
    const before = await height();
    await page.evaluate(() => postMessage({ type: 'partner-frame-1', height: 9000 }, '*'));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await height()).toBe(before);
    const thief = await (await page.locator('#thief').elementHandle()).contentFrame();
    expect(thief?.url()).toBe('chrome-error://chromewebdata/');

    await row.getByRole('link', { name: /^Book Spark/ }).click();
    await expect(page).toHaveURL(
      /\/checkout\?type=camp&camp=[\w-]+&utm_source=127\.0\.0\.1&utm_medium=embed$/,
    );
    expect(new URL(page.url()).origin).toBe(env('SITE_URL'));
    await expect(page.getByLabel('E-mail')).toBeVisible();
    expect(await usesOfStorage(page.mainFrame())).toContain('localStorage');

    for (const path of ['/embed/camps', `/embed/timetable?from=${from}`]) {
      await page.goto(env('SITE_URL') + path);
      await expect(page.getByRole('link').first()).toBeVisible();
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expectAccessible(page);
    }
  },
);

const usesOfStorage = (frame: Frame) =>
  frame.evaluate(() => Reflect.get(globalThis, 'usesOfStorage') as unknown);

/** Returns by how many pixels the page is larger than its frame. */
const overflow = (frame: Frame) =>
  frame.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth);
  });
