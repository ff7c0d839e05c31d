import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as chinese from '#config/addresses.zh.ts';
import { pageList } from '#config/pages.ts';
import { paths } from '#config/paths.ts';
import { headersFor, parseHeaders } from '#local/site/rules.ts';

const rules = parseHeaders(readFileSync('public/_headers', 'utf8'));

it.each(['/', '/camps', '/checkout/flexi', '/birthday-rsvp', '/_astro/page.abc123.js'])(
  '%s has the security headers',
  (path) => {
    const headers = headersFor(rules, path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    expect(headers['permissions-policy']).toContain('geolocation=()');
  },
);

it('only the file that names the build can be read by Studio, which is at another address', () => {
  expect(headersFor(rules, '/build.json')['access-control-allow-origin']).toBe('*');
  expect(headersFor(rules, '/build.json')['cache-control']).toContain('must-revalidate');
  expect(headersFor(rules, '/camps')['access-control-allow-origin']).toBeUndefined();
});

it.each([
  ['/', 'public, max-age=0, must-revalidate'],
  ['/camps', 'public, max-age=0, must-revalidate'],
  ['/_astro/page.abc123.js', 'public, max-age=31536000, immutable'],
  ['/og/camps.jpg', 'public, max-age=86400'],
])('%s is cached with: %s', (path, caching) => {
  expect(headersFor(rules, path)['cache-control']).toBe(caching);
});

it.each([
  ['/', 'strict-origin-when-cross-origin'],
  ['/checkout', 'no-referrer'],
  ['/checkout/flexi', 'no-referrer'],
  ['/payment-success', 'no-referrer'],
  ['/camp-booking-success', 'no-referrer'],
  ['/manage-booking', 'no-referrer'],
  ['/waitlist', 'no-referrer'],
  ['/birthday-rsvp', 'no-referrer'],
  ['/birthdays-rsvp', 'no-referrer'],
  ['/dynamic-form', 'no-referrer'],
])('%s has the referrer policy %s', (path, policy) => {
  expect(headersFor(rules, path)['referrer-policy']).toBe(policy);
});

const framed: readonly string[] = [
  ...[paths.embedCamps, paths.embedTimetable, chinese.embedCamps, chinese.embedTimetable],
];
const everyPage = [
  ...pageList.flatMap(({ path, aliases = [] }) => [path, ...aliases]).flatMap((path) => [path, `/zh${path}`]),
  ...[
    '/zh',
    '/embed',
    '/embed/',
    '/embed/auth',
    '/embed/camps/book',
    '/embed/camps.html',
    '/zh/embed/x',
    '/nowhere',
  ],
  ...['/camps/embed/camps', '/fragments/popups', paths.assistant, paths.embedScript],
];
it('only the four pages for partners can be shown in a frame, by sites with https', () => {
  expect(everyPage).toEqual(
    expect.arrayContaining([...framed, '/checkout', '/auth', '/pay', '/family-base']),
  );
  for (const path of everyPage) {
    const headers = headersFor(rules, path);
    expect([path, headers['content-security-policy'], headers['x-frame-options']]).toEqual(
      framed.includes(path)
        ? [path, 'frame-ancestors https: http://localhost:* http://127.0.0.1:*', undefined]
        : [path, "frame-ancestors 'none'", 'DENY'],
    );
  }
});

it('other sites may load the script for partners, and get a changed one within an hour', () => {
  const headers = headersFor(rules, paths.embedScript);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers['cache-control']).toMatch(/^public, max-age=3600,/);
  expect(headersFor(rules, paths.embedCamps)['access-control-allow-origin']).toBeUndefined();
});
