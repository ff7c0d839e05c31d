import { expect, type Page, test } from '@playwright/test';
import * as v from 'valibot';
import { Known } from '../../unit/seo/google.ts';
import { env } from '../support/env.ts';

const site = () => env('SITE_URL');
const text = async (path: string) => (await fetch(site() + path)).text();

async function addresses(): Promise<string[]> {
  const sitemap = await text('/sitemap.xml');
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname);
}

const content = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');

test('robots and sitemap name every page that wants to be found, and no other', async () => {
  expect(await text('/robots.txt')).toContain(`Sitemap: ${site()}/sitemap.xml`);
  const found = await addresses();
  for (const path of ['/', '/camps', '/passes', '/birthdays', '/about', '/try-out-otter-for-kids'])
    expect(found).toContain(path);
  for (const path of ['/camps/epic', '/holiday-camps-singapore-campers', '/birthday-rsvp', '/checkout'])
    expect(found).not.toContain(path);
});

test('each of them has a title, a text, one address and a picture of its own', async ({ page }) => {
  const titles = new Set<string>();
  const found = await addresses();
  for (const path of found) {
    const response = await page.goto(site() + path);
    expect(response?.status(), path).toBe(200);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new URL(path, site()).href);
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    expect(await content(page, 'description'), path).not.toBe('');
    expect(await content(page, 'og:title')).toBe(await page.title());
    expect(await content(page, 'twitter:card')).toBe('summary_large_image');
    const card = await fetch((await content(page, 'og:image')) ?? '');
    expect([card.status, card.headers.get('content-type')], path).toEqual([200, 'image/jpeg']);
    titles.add(await page.title());
  }
  expect(titles.size).toBe(found.length);
});

test('what pages tell search engines is what Google asks for', async ({ page }) => {
  const kinds = new Map<string, string[]>();
  for (const path of await addresses()) {
    await page.goto(site() + path);
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
    kinds.set(
      path,
      blocks.map((block) => {
        const thing: unknown = JSON.parse(block);
        expect(v.safeParse(Known, thing).issues, `${path}: ${block.slice(0, 200)}`).toBeUndefined();
        return v.parse(Known, thing)['@type'];
      }),
    );
  }
  expect(kinds.get('/')).toContain('Organization');
  expect(kinds.get('/birthdays')).toEqual(expect.arrayContaining(['BreadcrumbList', 'FAQPage']));
  expect(kinds.get('/camps')).toEqual(expect.arrayContaining(['BreadcrumbList', 'FAQPage', 'Event']));
  expect(kinds.get('/passes')).toEqual(expect.arrayContaining(['BreadcrumbList', 'Product']));
});

test('two addresses of one page name the one that counts', async ({ page }) => {
  for (const [path, canonical] of [
    ['/holiday-camps-singapore-campers', '/camps'],
    ['/try-out-otter-for-campers', '/try-out-otter-for-kids'],
  ] as const) {
    await page.goto(site() + path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', site() + canonical);
  }
});

test('pages for one visitor, and the EPIC page, are not found', async ({ page }) => {
  for (const path of ['/checkout', '/payment-success', '/auth', '/camps/epic', '/nothing-here']) {
    await page.goto(site() + path);
    await expect(page.locator('meta[name=robots]'), path).toHaveAttribute('content', 'noindex');
  }
});
