/**
 * Nothing is sent to the advertising service before the visitor consents, nothing about a child is ever sent, and each
 * event is sent once (spec 1 §7).
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { runChores, sql } from '../support/backend.ts';
import { fillCheckout, goToPayment } from '../support/booking.ts';
import { makeParent, signIn, completeDetails } from '../support/parents.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { markPopupsSeen, personUserAgent } from '../support/visitor.ts';
import { callsOf, waitForWatcher } from '../support/watch.ts';
import { withoutRandom } from '#support/random-values.ts';

test.use({ userAgent: personUserAgent });

interface ReceivedRequest {
  path: string;
  text: string;
  event: {
    event_name: string;
    event_id: string;
    event_source_url: string;
    user_data: Record<string, string>;
    custom_data: Record<string, unknown>;
  };
}
const received: ReceivedRequest[] = [];
/** Simulates the advertising service at the address that the stack was given. */
const service = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const { data } = JSON.parse(text) as { data: ReceivedRequest['event'][] };
    for (const event of data) received.push({ path: request.url ?? '', text, event });
    response.setHeader('content-type', 'application/json').end('{"events_received":1}');
  });
});
test.beforeAll(async () => {
  const { port } = new URL(env('META_API_URL'));
  await new Promise<void>((resolve) => service.listen(Number(port), '127.0.0.1', resolve));
});
test.afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const parent = {
  name: 'Lim Wei Ming',
  email: 'Ad.Clicker@Example.com',
  phone: '9123 4567',
  child: 'Kai Clicker',
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const cookies = (page: Page) => page.evaluate(() => document.cookie);

async function openCheckout(page: Page): Promise<void> {
  await page.goto(`${env('SITE_URL')}/checkout/try-out?fbclid=AbC-d_e`);
  const choose = page.getByRole('button', { name: /^Choose / }).first();
  const child = page.getByRole('group', { name: 'Child 1' });
  await expect(choose.or(child)).toBeVisible();
  if (await choose.isVisible()) await choose.click();
  await expect(child).toBeVisible();
  await waitForWatcher(page);
}

test('after a visitor clicks an ad and pays a try-out, the advertising service gets what the parent allowed', async ({
  page,
}) => {
  const foreignUrls: string[] = [];
  const ownHosts = ['SITE_URL', 'SUPABASE_URL', 'STRIPE_API_URL'].map((name) => new URL(env(name)).host);
  page.on('request', (request) => {
    if (!ownHosts.includes(new URL(request.url()).host)) foreignUrls.push(request.url());
  });
  const calls = callsOf(page, 'meta-conversions-api');

  await test.step('nothing is sent and no cookie is set before a yes', async () => {
    await openCheckout(page);
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(0);
    expect(await cookies(page)).toBe('');
  });

  await test.step('a yes sends none of the earlier events', async () => {
    await page.goto(`${env('SITE_URL')}/privacy-policy#what-you-allow`);
    await page.getByRole('checkbox', { name: 'Advertising' }).check();
    await expect(page.getByRole('status')).toHaveText('Saved in this browser.');
    expect(calls).toHaveLength(0);
  });

  // This is another visit. Events from before the consent are never sent.
  await page.evaluate(() => {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (key !== 'otter_consent') localStorage.removeItem(key);
  });
  await openCheckout(page);
  await expect.poll(() => calls.length).toBe(1);
  const initiated = calls[0]?.postDataJSON() as Record<string, string>;
  const { fbc = '', fbp = '', event_id = '' } = initiated;
  expect(event_id).toMatch(/^InitiateCheckout\.\d{13}\.\d+$/);
  expect(fbc).toMatch(/^fb\.1\.\d{13}\.AbC-d_e$/);
  expect(fbp).toMatch(/^fb\.1\.\d{13}\.\d+$/);
  expect(await cookies(page)).toContain(`_fbc=${fbc}`);

  await fillCheckout(page, parent);
  const paying = page.waitForRequest(/\/create-checkout$/);
  await goToPayment(page);
  const { conversion } = (await paying).postDataJSON() as { conversion: Record<string, string> };
  expect(conversion).toMatchObject({ consent: true, fbc, fbp });
  await runChores();
  // There is no purchase event before the payment.
  expect(received.map(({ event }) => event.event_name)).toEqual(['InitiateCheckout']);
  await page.getByRole('button', { name: /^Pay S\$/ }).click();
  await page.waitForURL('**/payment-success?**');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await Promise.all([runChores(), runChores()]);

  expect(received.map(({ path, event }) => [path, event.event_name, event.event_id])).toEqual([
    ['/v26.0/1234567890/events', 'InitiateCheckout', event_id],
    ['/v26.0/1234567890/events', 'Purchase', conversion['event_id']],
  ]);
  const [, purchase] = received;
  expect(purchase?.event.user_data).toEqual({
    em: sha256('ad.clicker@example.com'),
    ph: sha256('6591234567'),
    fbc,
    fbp,
    client_user_agent: personUserAgent,
  });
  expect(purchase?.event.custom_data).toMatchObject({ value: 38, currency: 'SGD' });
  const all = received.map(({ text }) => text).join();
  expect(withoutRandom(all)).not.toMatch(/Kai|Clicker|Lim|Wei Ming|9123|2018|fbclid|secret/i);
  expect(foreignUrls).toEqual([]);
  const remainingRows = await sql()`select user_data, custom_data from public.conversions`;
  for (const row of remainingRows) expect(row).toEqual({ user_data: {}, custom_data: {} });
});

test('nothing is reported from a browser that refuses tracking, whatever was clicked', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('otter_consent', '{"analytics":true,"ads":true}');
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  const calls = callsOf(page, 'meta-conversions-api');
  await openCheckout(page);
  await page.waitForLoadState('networkidle');
  expect(calls).toHaveLength(0);
  expect(await cookies(page)).toBe('');
});

test('a pass bought in its dialog in another tab is reported once it is paid', async ({ page }) => {
  await markPopupsSeen(page);
  await page.addInitScript(() => localStorage.setItem('otter_consent', '{"analytics":false,"ads":true}'));
  const buyer = await makeParent(['Noa Told']);
  await completeDetails(buyer);
  await signIn(page, buyer, '/passes');
  await waitForWatcher(page);
  await page.getByRole('link', { name: 'Get Flexi' }).first().click();
  const creating = page.waitForRequest(/\/create-pass-checkout$/);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue to checkout' }).click();
  const tab = await popup;
  const { conversion } = (await creating).postDataJSON() as { conversion: Record<string, string> };
  expect(conversion['event_id']).toMatch(/^Purchase\.\d{13}\.\d+$/);
  const eventsOfPurchase = () => received.filter(({ event }) => event.event_id === conversion['event_id']);
  await tab.getByRole('button', { name: /^Pay S\$/ }).click();
  await tab.waitForURL('**/payment-success?**');
  await expect(tab.getByText('Noa Told').first()).toBeVisible();
  await Promise.all([runChores(), runChores()]);
  await expect.poll(() => eventsOfPurchase().length).toBe(1);
  const [purchase] = eventsOfPurchase();
  expect(purchase?.event).toMatchObject({
    event_name: 'Purchase',
    user_data: { em: sha256(buyer.email.toLowerCase()), fbp: conversion['fbp'] },
    custom_data: { currency: 'SGD' },
  });
  expect(purchase?.text).not.toMatch(/Noa|Told|secret/);
});
