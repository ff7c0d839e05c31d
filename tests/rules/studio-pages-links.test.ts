import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brand } from '#config/brand.ts';
import { pageList } from '#config/pages.ts';
import { sortAddresses } from '#studio/schemaTypes/links.ts';
import { checkoutPathProblem } from '#studio/schemaTypes/rules/checkout-path.ts';
import { movedPageProblem, movedPageRemark } from '#studio/schemaTypes/rules/moved-page.ts';
import { redirectFromProblem } from '#studio/schemaTypes/rules/redirect.ts';
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
  ['/management', 'Parents can’t open “Management” from a link. Choose another page.'],
  ['/payment-success', 'Parents can’t open'],
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

test('a link to a page or redirect that is only a draft says so', () => {
  const made = { live: ['/june'], drafted: ['/july'] };
  expect(linkProblem('/june#dates', made)).toBeNull();
  expect(linkProblem('/July?utm_source=x', made)).toContain('/july is only a draft');
  expect(linkProblem('/may', made)).toContain('There is no page');
});

test('a page whose draft has a new address keeps the old one until then', () => {
  const made = [
    { _id: 'a', address: '/june' },
    { _id: 'drafts.a', address: '/july' },
    { _id: 'drafts.b', address: '/{product}-days' },
    { _id: 'c', address: '/Old/' },
  ];
  expect(sortAddresses(made)).toEqual({ live: ['/june', '/old'], drafted: ['/july', `/${brand.slug}-days`] });
  // A document may link to itself, because it is published together with its link.
  expect(sortAddresses(made, 'drafts.a').live).toContain('/july');
});

test('a redirect waits for the page whose old address it has', () => {
  const taken = { pages: ['/july'], redirects: [], livePages: ['/june'] };
  expect(redirectFromProblem('/june', taken)).toContain('Publish that page with its new address first');
  expect(redirectFromProblem('/may', taken)).toBeNull();
});

test.each([
  [{ hasRedirect: false, links: 2 }, '2 documents link to /june, the old address. Add a redirect', ''],
  [{ hasRedirect: true, links: 2 }, '', 'Publish the redirect from /june right after'],
  [{ hasRedirect: false, links: 0 }, '', 'Advertisements and search engines may still lead to /june'],
])('when a page moves with %j, links to its old address are kept', (facts, problem, remark) => {
  const move = { from: '/june', to: '/july', ...facts };
  expect(movedPageProblem(move) ?? '').toContain(problem);
  expect(movedPageRemark(move) ?? '').toContain(remark);
  expect([movedPageProblem(move), movedPageRemark(move)]).toContain(null);
});

test.each(['', '/checkout/term', '/checkout/summer-pass', '/try-out-checkout'])(
  'a pass may have the address “%s” at the checkout',
  (path) => expect(checkoutPathProblem(path)).toBeNull(),
);
test.each([
  '/foo',
  '/checkout',
  '/checkout/',
  '/checkout/a/b',
  '/checkout/A',
  '/camps',
  'checkout/a',
  '/checkout/-',
])('a pass may not have the address “%s” at the checkout', (path) =>
  expect(checkoutPathProblem(path)).toContain('Page not found'),
);

test('a link to an old address with a redirect is allowed', () => {
  expect(linkProblem('/school-camps')).toContain('no page');
  expect(linkProblem('/School-Camps', { live: ['/school-camps'] })).toBeNull();
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
