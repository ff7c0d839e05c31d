import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brand } from '#config/brand.ts';
import { pageList } from '#config/pages.ts';
import { linkDatesRemark } from '#studio/schemaTypes/rules/link-dates.ts';
import { linkProblem } from '#studio/schemaTypes/pages/link-problem.ts';
import { findRoute } from '#studio/schemaTypes/pages/routes.ts';
import { samePage, slugProblem } from '#studio/schemaTypes/pages/slug-problem.ts';

test.each([
  '/',
  '/camps',
  '/holiday-camps-singapore-campers',
  '/camps/epic',
  '/try-out-{product}-for-kids',
  `/try-out-${brand.slug}-for-campers`,
  '/#book-your-{product}-experience',
  '/camps#conversions',
  '/birthdays#enquiry',
  '/checkout?experience=overnight-camping-thu',
  '/checkout?type=camp',
  '/dynamic-form?party=AB12',
  'https://chat.whatsapp.com/example-community',
  'mailto:hello@otter-trails.example',
  'tel:+6580000000',
])('a link to %s is allowed', (href) => {
  expect(linkProblem(href)).toBeNull();
});

test.each([
  ['/camp', 'There is no page /camp on this site.'],
  ['/camps/', 'Leave out the last slash: /camps.'],
  ['/Camps', 'Use small letters: /camps.'],
  ['/camps#faqs', '“Holiday camps” has no section #faqs. It has #journey'],
  ['/about#team', '“About” has no section #team.'],
  ['/camps?week=1', '“Holiday camps” does not use “?week=”.'],
  ['/management', 'Parents can’t use “Management” from a link. Choose another page.'],
  ['/payment-success', 'Parents can’t use'],
  ['/try-out-{team}-for-kids', 'There is no page'],
  ['#packages', 'Name the page too'],
  ['camps', 'Start with /'],
  ['//example.com', 'Start with /'],
  ['http://example.com', 'Use https://'],
  ['https://localhost', 'with a dot in it'],
  ['https://me:secret@example.com', 'Remove the user name or password'],
  ['javascript:alert(1)', 'Start with /'],
  ['mailto:hello', 'Start with /'],
  [' /camps', 'Remove the spaces'],
])('a link to %s is refused', (href, reason) => {
  expect(linkProblem(href)).toContain(reason);
});

test('an empty link is accepted here, because another rule requires one', () => {
  expect([linkProblem(undefined), linkProblem('')]).toEqual([null, null]);
});

test('a link to an old address with a redirect is allowed', () => {
  expect(linkProblem('/school-camps')).toContain('no page');
  expect(linkProblem('/School-Camps', ['/school-camps'])).toBeNull();
});

test.each([
  ['/', 'Home'],
  ['/camps-new/', 'All camps'],
  ['/HOLIDAY-camps-singapore-campers', 'Holiday camps'],
  ['/checkout/term', 'Checkout'],
  ['/try-out-{product}-for-kids', 'Try-Out (kids)'],
])('the address %s of the page “%s” cannot be used for other content', (address, title) => {
  expect(findRoute(address)?.title).toBe(title);
  expect(slugProblem(address.replace(/(?<=.)\/$/, ''))).not.toBeNull();
});

test.each([
  ['/checkout/summer', 'belong to the site itself'],
  ['/_astro/page', 'belong to the site itself'],
  ['/admin', 'belong to the site itself'],
  ['school', 'Start the address with /'],
  ['/a b', 'Start the address with /'],
  ['/camps?x=1', 'Start the address with /'],
  ['/a//b', 'Start the address with /'],
])('the address %s is refused', (address, reason) => {
  expect(slugProblem(address)).toContain(reason);
});

test.each(['/school-camps', '/2019/camps.html', '/Open_House'])('the address %s can be used', (address) => {
  expect(slugProblem(address)).toBeNull();
});

test.each([
  ['/camps#faq', '/holiday-camps-singapore-campers', true],
  ['/a/', '/a', true],
  ['/camps', '/camps/epic', false],
  ['/old', '/older', false],
])('the addresses %s and %s are of the same page: %s', (a, b, same) => {
  expect(samePage(a, b)).toBe(same);
});

test('no address belongs to two pages', () => {
  const addresses = pageList.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  expect(addresses).toEqual([...new Set(addresses)]);
});

test('the list contains every page that the site builds', () => {
  const pages = globSync('src/pages/**/*.astro')
    .map((file) => file.slice('src/pages'.length).replace(/(?:\/index)?\.astro$/, '') || '/')
    .filter((page) => !page.includes('[') && !page.includes('/_'));
  expect(pages).toContain('/checkout');
  expect(pages.filter((page) => !findRoute(page))).toEqual([]);
});

test.each([
  ['/june', null],
  ['/always', null],
  ['https://example.com/over', null],
  [undefined, null],
  ['/over', '/over ended on Mon 1 Jun 2026, 12.00 am, so this link leads to “Page not found”.'],
  ['/Over?from=mail#top', '/over ended on'],
  ['/soon', '/soon is shown only from Fri 1 Jan 2027, 12.00 am until Sun 31 Jan 2027, 12.00 am.'],
  ['/ending', '/ending is shown only until Sun 31 Jan 2027, 12.00 am.'],
])('a link to %s, whose page may have dates, gets the remark %s', (href, remark) => {
  const january = { from: '2026-12-31T16:00:00Z', until: '2027-01-30T16:00:00Z' };
  const pages = [
    { address: '/over', showing: { until: '2026-05-31T16:00:00Z' } },
    { address: '/soon', showing: january },
    { address: '/ending', showing: { ...january, from: '2026-06-01T00:00:00Z' } },
    { address: '/june', showing: { from: '2026-06-01T00:00:00Z' } },
  ];
  const found = linkDatesRemark(href, pages, '2026-06-30T00:00:00Z');
  if (remark === null) expect(found).toBeNull();
  else expect(found).toContain(remark);
});
