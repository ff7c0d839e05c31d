import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { formatMoney } from '#contract/format.ts';
import { Known } from '../../unit/seo/google.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const site = () => env('SITE_URL');
const text = async (path: string) => (await fetch(site() + path)).text();

/** Returns only English pages, because the same code makes those in other languages. */
async function addresses(): Promise<string[]> {
  const sitemap = await text('/sitemap.xml');
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map((match) => new URL(match[1] ?? '').pathname)
    .filter((path) => !/^\/zh(\/|$)/.test(path));
}

const content = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');

/** Returns the structured data of the page, which are one graph. */
async function thingsOf(page: Page): Promise<Record<string, unknown>[]> {
  const Graph = v.object({
    '@context': v.literal('https://schema.org'),
    '@graph': v.array(v.record(v.string(), v.unknown())),
  });
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  return blocks.flatMap((block) => v.parse(Graph, JSON.parse(block))['@graph']);
}

test('robots and sitemap list exactly the pages that may be indexed', async () => {
  expect(await text('/robots.txt')).toContain(`Sitemap: ${site()}/sitemap.xml`);
  const found = await addresses();
  for (const path of ['/', '/camps', '/passes', '/birthdays', '/about', '/try-out-otter-for-kids'])
    expect(found).toContain(path);
  for (const path of ['/camps/epic', '/holiday-camps-singapore-campers', '/birthday-rsvp', '/checkout'])
    expect(found).not.toContain(path);
});

test('each public page has its own title, description, address and picture', async ({ page }) => {
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

test('private links that families share have a neutral card with a picture', async ({ page }) => {
  for (const path of ['/birthday-rsvp', '/birthdays-rsvp', '/dynamic-form', '/waitlist', '/manage-booking']) {
    await page.setContent((await text(path)).replaceAll(/<script[\s\S]*?<\/script>/g, ''));
    expect(await content(page, 'og:title'), path).not.toBe('');
    expect(await content(page, 'og:description'), path).not.toBe('');
    expect(await content(page, 'referrer'), path).toBe('no-referrer');
    const card = await fetch((await content(page, 'og:image')) ?? '');
    expect([card.status, card.headers.get('content-type')], path).toEqual([200, 'image/jpeg']);
  }
});

test('the structured data of each page meet Google’s requirements', async ({ page }) => {
  const kinds = new Map<string, string[]>();
  /** These pages show parents' questions. */
  const questionPages = ['/birthdays', '/camps', '/passes', '/team-passes', '/try-out-otter-for-kids'];
  for (const path of await addresses()) {
    await page.goto(site() + path);
    const things = await thingsOf(page);
    kinds.set(
      path,
      things.map((thing) => {
        const { issues } = v.safeParse(Known, thing);
        expect(issues, `${path}: ${JSON.stringify(thing).slice(0, 200)}`).toBeUndefined();
        return v.parse(Known, thing)['@type'];
      }),
    );
  }
  expect(kinds.get('/')).toContain('Organization');
  for (const path of kinds.keys())
    expect(
      kinds.get(path)?.filter((kind) => kind === 'BreadcrumbList'),
      path,
    ).toHaveLength(path === '/' ? 0 : 1);
  expect([...kinds].filter(([, of]) => of.includes('FAQPage')).map(([path]) => path)).toEqual(
    expect.arrayContaining(questionPages),
  );
  expect(kinds.get('/camps')).toContain('Event');
  for (const path of ['/passes', '/team-passes', '/try-out-otter-for-kids'])
    expect(kinds.get(path), path).toContain('Product');
});

test('the structured data of a page of passes list every pass at the price shown', async ({ page }) => {
  for (const path of ['/passes', '/team-passes']) {
    await page.goto(site() + path);
    const products = (await thingsOf(page)).flatMap((thing) => {
      const parsed = v.parse(Known, thing);
      return parsed['@type'] === 'Product' ? [parsed] : [];
    });
    expect(products.length, path).toBeGreaterThanOrEqual(4);
    for (const { name, offers } of products) {
      expect(offers.url).toBe(site() + path);
      await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('main')).toContainText(formatMoney(Math.round(Number(offers.price) * 100)));
    }
  }
});

test('two addresses of one page have the same canonical address', async ({ page }) => {
  for (const [path, canonical] of [
    ['/holiday-camps-singapore-campers', '/camps'],
    ['/try-out-otter-for-campers', '/try-out-otter-for-kids'],
  ] as const) {
    await page.goto(site() + path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', site() + canonical);
  }
});

test('search engines may not index pages for one visitor and the EPIC page', async ({ page }) => {
  for (const path of ['/checkout', '/payment-success', '/auth', '/camps/epic', '/nothing-here']) {
    await page.goto(site() + path);
    await expect(page.locator('meta[name=robots]'), path).toHaveAttribute('content', 'noindex');
  }
});
