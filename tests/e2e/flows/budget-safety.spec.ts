import { expect } from '@playwright/test';
import { createHash } from 'node:crypto';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const pages = [
  ...['/', '/birthdays', '/birthday-rsvp', '/checkout', '/auth', '/terms-and-conditions'],
  ...['/embed/camps', '/embed/timetable'],
];
const site = () => env('SITE_URL');

for (const path of pages)
  test(`${path}: every script and style comes from our own site`, async ({ page }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    await page.goto(site() + path, { waitUntil: 'networkidle' });
    const policy =
      (await page.locator('meta[http-equiv="content-security-policy"]').getAttribute('content')) ?? '';
    const rule = (name: string) =>
      policy
        .split(';')
        .map((part) => part.trim())
        .find((part) => part.startsWith(`${name} `)) ?? '';
    expect(policy).not.toMatch(/unsafe-|\*|data:(?!;|$).*script/);
    expect(rule('default-src')).toBe("default-src 'self'");
    expect(rule('object-src')).toBe("object-src 'none'");
    expect(rule('base-uri')).toBe("base-uri 'self'");

    const inline = await page.evaluate(() =>
      [...document.scripts]
        .filter((script) => !script.src && ['', 'module', 'text/javascript'].includes(script.type))
        .map((script) => script.textContent),
    );
    for (const script of inline) {
      const hash = createHash('sha256').update(script).digest('base64');
      expect(rule('script-src'), script.slice(0, 80)).toContain(`'sha256-${hash}'`);
    }
    expect(refused).toEqual([]);
  });

test('a foreign script does not run', async ({ page }) => {
  await page.goto(site());
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
  });
  expect(await page.title()).not.toBe('taken over');
});

test('hashed files are cached for good, pages are revalidated, and no other site can frame us', async () => {
  const page = await fetch(site());
  expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('strict-transport-security')).toContain('max-age=31536000');
  const asset = /\/_astro\/[\w./@-]+\.(?:js|woff2|svg)/.exec(await page.text())?.[0] ?? '';
  const file = await fetch(site() + asset);
  expect(file.status).toBe(200);
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const secondResponse = await fetch(site(), {
    headers: { 'if-none-match': page.headers.get('etag') ?? '' },
  });
  expect(secondResponse.status).toBe(304);
});
