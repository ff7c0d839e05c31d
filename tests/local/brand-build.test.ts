import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brand } from '#contract/brand.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedFolder } from '#local/lake/import.ts';
import { anchors, campAnchors, paths, storageKeys } from '#config/paths.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import * as signInKeys from '#config/sign-in-keys.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { buildWithBrand, siteUrl } from '#support/branded-site.ts';
import {
  findLinkProblem,
  fileAt,
  ownAddresses,
  readBuiltSite,
  valuesOf,
  type BuiltSite,
} from '#support/built-site.ts';
import { epicCamp } from '../unit/checkout/examples.ts';

/** Another provider's product (decisions "The brand"). Only its names differ from ours. */
const other = { name: 'Heron Trails', product: 'Heron', slug: 'heron', orderPrefix: 'HT' };
const rename = (text: string) => text.replaceAll(brand.slug, other.slug);
const oldSlug = new RegExp(brand.slug, 'i');

const camps = [
  { ...epicCamp, start_date: '2099-12-14', end_date: '2099-12-18' },
  {
    ...epicCamp,
    id: epicCamp.id.replace(/.$/, '9'),
    tier: 'spark',
    start_date: '2099-12-07',
    end_date: '2099-12-09',
  },
];

let site: BuiltSite;
let remove: (() => void) | undefined;
// This takes some ten seconds, and longer if no build has filled the cache of pictures.
beforeAll(async () => {
  const built = await buildWithBrand(other, camps);
  remove = built.remove;
  site = readBuiltSite(built.dist);
}, 300_000);
afterAll(() => remove?.());

const pageAt = (address: string) => {
  const page = site.pages.find(({ file }) => file === fileAt(site, address));
  if (!page) throw new Error(`no page at ${address}`);
  return page;
};

test('every address of the site has its page, under the new name', () => {
  const missing = Object.values({ ...paths, ...staffPaths }).filter(
    (address) => fileAt(site, rename(address)) === null,
  );
  expect(missing).toEqual([]);
  expect([...site.files]).toEqual(
    expect.arrayContaining(['/try-out-heron-for-kids.html', '/try-out-heron-for-campers.html']),
  );
  const named = [...site.files].filter((file) => !file.startsWith('/_astro/') && oldSlug.test(file));
  expect(named).toEqual([]);
});

test('no build contains developer mode, even if it is requested', () => {
  const built = [site.scripts, ...site.pages.map(({ html }) => html)].join('\n');
  // The first texts belong to developer mode. The text below is in every build with scripts.
  for (const mark of [/developer.?mode/i, 'checks nobody', '00000000-0000-0000-0000-000000000000'])
    expect(built).not.toMatch(mark);
  expect(built).toContain('needs_second_factor');
});

test('sections that other pages link to have their ids', () => {
  const home = pageAt(paths.home);
  expect([...home.ids]).toEqual(
    expect.arrayContaining(['book-your-heron-experience', 'heron-method', anchors.tryOut]),
  );
  for (const address of [paths.tryOut, paths.tryOutForKids])
    expect(pageAt(rename(address)).ids).toContain(anchors.sessions);
  expect([...pageAt(paths.camps).ids]).toEqual(expect.arrayContaining(Object.values(campAnchors)));
});

test('every link of every page leads to an existing file and section', () => {
  const links = site.pages.flatMap((page) =>
    ownAddresses(page, siteUrl).map((address) => ({ page, address })),
  );
  // The management's sections are drawn in the browser. tests/e2e/flows/management.spec.ts opens each of them.
  const ofPages = links.filter(({ address }) => !address.startsWith(`${paths.management}#`));
  const dead = ofPages.flatMap(({ page, address }) => {
    const problem = findLinkProblem(site, page, address);
    return problem ? [`${page.file}: ${address}: ${problem}`] : [];
  });
  expect(dead).toEqual([]);
  // The pages are complete, with the dates of the database.
  expect(pageAt(paths.camps).text).toContain('2099-12-14');
  const addresses = new Set(links.map(({ address }) => address));
  for (const address of [paths.tryOutForKids, paths.tryOut, `/#${anchors.booking}`])
    expect(addresses).toContain(rename(address));
});

test('sitemap and redirects lead to existing pages', () => {
  const found = Array.from(site.read('/sitemap.xml').matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = '']) => url);
  const lines = site.read('/_redirects').split('\n').filter(Boolean);
  const targets = [
    ...found.map((url) => url.replace(siteUrl, '')),
    ...lines.map((line) => line.split(' ')[1] ?? ''),
  ];
  expect(targets).toContain(rename(paths.tryOutForKids));
  const home = pageAt(paths.home);
  expect(targets.filter((target) => findLinkProblem(site, home, target) !== null)).toEqual([]);
});

test('no identifier, address or file of a page contains the old name', () => {
  const identifiers = ['id', 'class', 'name', 'for', 'aria-labelledby', 'aria-controls', 'aria-describedby'];
  const unreplaced = site.pages.flatMap((page) =>
    [...identifiers.flatMap((name) => valuesOf(page.html, name)), ...ownAddresses(page, siteUrl)]
      // File names of drawings keep the old name.
      .filter((value) => oldSlug.test(value) && !value.startsWith('/_astro/'))
      .map((value) => `${page.file}: ${value}`),
  );
  expect(unreplaced).toEqual([]);
});

test('the browser’s storage keys contain the new name', () => {
  const drawings = /\/_astro\/[\w.-]+\.(?:svg|png|webp|avif)/g;
  const inline = site.pages.flatMap(({ html }) =>
    Array.from(html.matchAll(/<script(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g), ([, code = '']) => code),
  );
  const scripts = [site.scripts, ...inline].join('\n').replace(drawings, '');
  expect(scripts.match(new RegExp(`.{0,40}${brand.slug}.{0,40}`, 'gi')) ?? []).toEqual([]);

  // The bundler leaves `${brand.slug}_cart` unevaluated, beside the one slug.
  expect(scripts).toContain(`slug:\`${other.slug}\``);
  // The page tells a form where to save half-filled answers.
  const draftValues = site.pages.flatMap((page) => valuesOf(page.html, 'data-draft'));
  const spelled = scripts.replace(/\$\{[\w$]+\.slug\}/g, other.slug);
  const keys = Object.values({ ...storageKeys, ...rareKeys, ...signInKeys }).map(rename);
  expect(keys).toEqual(expect.arrayContaining(['heron_cart', 'heron-booking-data', 'heron-welcome-seen']));
  expect(keys.filter((key) => !spelled.includes(`\`${key}\``) && !draftValues.includes(key))).toEqual([]);
});

test('texts contain the new name wherever the content has a placeholder', () => {
  const texts = new Set(productTexts());
  expect(texts).toContain('White {product}');
  const all = site.pages.map(({ text }) => text).join('\n');
  /** Numbers that a text mentions are filled in as well, so the text between them is searched for. */
  const mentions = (text: string, product: string) =>
    text
      .replaceAll('{product}', product)
      .split(/\{\w+\}/)
      .every((part) => all.includes(part));
  expect(
    [...texts].filter((text) => !mentions(text, other.product) || mentions(text, brand.product)),
  ).toEqual([]);
  expect(all).not.toContain('{product}');
});

/** Returns texts of the seed that name the product, without addresses. */
function productTexts(): string[] {
  // Many translated sentences are in scripts.
  const data = readFileSync(path.join(seedFolder, 'data.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => !line.includes('"_type":"translation"'))
    .join('\n');
  const strings = Array.from(data.matchAll(/"((?:[^"\\]|\\.)*\{product\}(?:[^"\\]|\\.)*)"/g), ([text]) =>
    String(JSON.parse(text)),
  );
  return strings.filter((text) => !/^[/#]/.test(text));
}
