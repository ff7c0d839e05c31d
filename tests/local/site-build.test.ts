/**
 * Tests the built site under the brand of another company, to show that nothing of our own brand remains in it. Then
 * content is published, and the pages are rendered again with the bundle of that build, as on the local stack.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LanguageId } from '#config/languages.ts';
import { brand } from '#contract/brand.ts';
import { soldTypes } from '#studio/sale/sold-types.ts';
import { deleteOffers } from '#support/delete-offers.ts';
import { seedFolder } from '#local/lake/import.ts';
import { anchors, campAnchors, paths, storageKeys } from '#config/paths.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import * as signInKeys from '#config/sign-in-keys.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { type BrandedSite, siteUrl, startBrandedSite } from '#support/branded-site.ts';
import {
  elementsOf,
  filesOf,
  findLinkProblem,
  fileAt,
  ownAddresses,
  readBuiltSite,
  valuesOf,
  withoutScripts,
  withScripts,
  type BuiltSite,
} from '#support/built-site.ts';
import { reasonOf } from '#scripts/content-report.ts';
import { epicCamp } from '../unit/checkout/examples.ts';

/** Another provider's product (decisions "The brand"). Only its names differ from ours. */
const other = { name: 'Heron Trails', product: 'Heron', slug: 'heron', orderPrefix: 'HT' };
const rename = (text: string) => text.replaceAll(brand.slug, other.slug);
const oldSlug = new RegExp(brand.slug, 'i');

const spark = { id: epicCamp.id.replace(/.$/, '9'), tier: 'spark' };
const camps = [
  { ...epicCamp, start_date: '2099-12-14', end_date: '2099-12-18' },
  { ...epicCamp, ...spark, start_date: '2099-12-07', end_date: '2099-12-09' },
];

let branded: BrandedSite;
let dist: string;
let site: BuiltSite;
beforeAll(async () => {
  branded = await startBrandedSite(other, camps);
  dist = await build();
  site = readBuiltSite(dist);
}, 300_000);
afterAll(() => branded.stop());

/** Builds the site with the content of this moment. Returns its folder. */
async function build(languages?: readonly LanguageId[]) {
  const built = await branded.build(languages);
  if (built.code !== 0) throw new Error(`The site could not be built.\n${built.text.slice(-4_000)}`);
  return built.dist;
}

const pageAt = (address: string, from: BuiltSite = site) => {
  const page = from.pages.find(({ file }) => file === fileAt(from, address));
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

describe('on the camps page, which is rendered in the build (spec 2 §8)', () => {
  afterEach(() => void (branded.camps = camps));
  const campsPage = async (onSale: object[] | null) => {
    branded.camps = onSale;
    return pageAt(paths.camps, readBuiltSite(await build([])));
  };

  test('the strip and every package say that there are no upcoming camps if no camp is on sale', async () => {
    const page = await campsPage([]);
    for (const html of [withScripts(page.html), withoutScripts(page.html)])
      expect(elementsOf(html, 'tier-empty')).toEqual(
        ['spark', 'ignite', 'epic'].map(() => 'No upcoming camps available at this time'),
      );
    expect(page.text).toContain('<b>No upcoming camps available</b>');
    expect(elementsOf(page.html, 'tier-failed')).toEqual([]);
  }, 300_000);

  test('an error replaces the dates if the database does not answer', async () => {
    const page = await campsPage(null);
    const failed = 'Failed to load camps. Please refresh the page.';
    for (const html of [withScripts(page.html), withoutScripts(page.html)])
      expect(elementsOf(html, 'tier-failed')).toEqual(['spark', 'ignite', 'epic'].map(() => failed));
    expect(elementsOf(page.html, 'date-strip-failed')).toEqual([failed]);
    expect(elementsOf(page.html, 'tier-empty')).toEqual([]);
  }, 300_000);
});

describe('a publication', () => {
  /** Publishes while the bundles are loaded already, because they must not have read any content. */
  const publish = (work: () => Promise<unknown>) => {
    branded.prepare();
    return work();
  };

  test('that is refused is not built, and names its document', async () => {
    const page = { _id: 'page-new', _type: 'page', title: 'New', address: '/June', blocks: [] };
    await publish(() => branded.client.create(page));
    const { code, text } = await branded.build([]);
    await branded.client.delete(page._id);
    expect(code).toBe(1);
    expect(reasonOf(text)).toMatch(/^page “New” \(page-new\) .*\n.*\/intent\/edit\/id=page-new;type=page$/);
    expect(branded.codeBuilds).toEqual(['en', 'zh']);
  }, 300_000);

  test('renders Chinese pages as their build did', async () => {
    expect(filesOf(await build())).toEqual(filesOf(dist));
    expect(branded.codeBuilds).toEqual(['en', 'zh']);
  }, 300_000);

  test('removes every offer from the pages that sell, and each of these pages still exists', async () => {
    const { client } = branded;
    const soldIds = await client.fetch<string[]>('*[_type in $types]._id', { types: [...soldTypes] });
    await publish(async () => {
      await deleteOffers(client, soldIds);
      const page = await client.getDocument('page-first-camp');
      if (!page) throw new Error('The seed has no page of blocks.');
      const photo = sharp({ create: { width: 900, height: 700, channels: 3, background: '#336699' } });
      const { _id: _ref } = await client.assets.upload('image', await photo.jpeg().toBuffer());
      await client
        .transaction()
        .delete('page-first-camp')
        .delete('redirect-epic')
        .create({ ...page, _id: 'page-june', address: '/june-days' })
        .create({ _id: 'redirect-june', _type: 'redirect', from: '/june', to: '/june-days', permanent: true })
        .patch('coach-hafiz', {
          set: { 'picture.image': { _type: 'image', asset: { _type: 'reference', _ref } } },
        })
        .commit();
    });
    const later = readBuiltSite(await build());
    expect(branded.codeBuilds).toEqual(['en', 'zh']);
    expect(soldIds.length).toBeGreaterThan(soldTypes.size);
    for (const address of [
      ...[paths.home, paths.camps, paths.campsNew, paths.campsBook, paths.campsEpic, paths.passes],
      ...[paths.teamPasses, paths.tryOutForKids, paths.birthdays, paths.checkout, paths.tryOutCheckout],
    ])
      expect(pageAt(rename(address), later).text, address).toMatch(/<h1/);
    for (const { file, text } of later.pages) {
      expect(text, file).not.toMatch(/NaN|S\$(undefined|null)/);
      expect(
        soldIds.filter((id) => text.includes(`"${id}"`)),
        file,
      ).toEqual([]);
    }
  }, 300_000);

  test('leaves exactly the files of a build of the code: new pages and pictures, and nothing that was removed', async () => {
    const files = filesOf(await build([]));
    const documents = readFileSync(branded.documents, 'utf8');
    rmSync(branded.bundles, { recursive: true });
    expect(filesOf(await build([]))).toEqual(files);
    expect(branded.codeBuilds).toEqual(['en', 'zh', 'en']);
    expect(readFileSync(branded.documents, 'utf8')).toBe(documents);
    expect(files).toHaveProperty(['june-days.html']);
    expect(files).not.toHaveProperty(['first-camp.html']);
    const added = Object.keys(files).filter((file) => !site.files.has(`/${file}`));
    expect(added.some((file) => file.endsWith('.avif'))).toBe(true);
  }, 300_000);

  test('builds the code again if one of its sentences was changed, or the bundle is damaged', async () => {
    const key = 'features/checkout/messages:messages/haveAccount';
    const changes = [{ _key: key, was: 'Do you have an account?', text: 'Booked with us before?' }];
    const screen = { _id: 'wording-checkout', _type: 'wording', changes };
    // tests/rules/wording/integration.test.ts tests what a build makes of the sentence.
    branded.skipCode = true;
    await publish(() => branded.client.createOrReplace(screen));
    await branded.build([]);
    await branded.client.delete(screen._id);
    for (const name of readdirSync(branded.bundles))
      rmSync(path.join(branded.bundles, name, 'server'), { recursive: true });
    await branded.build([]);
    expect(branded.codeBuilds).toEqual(['en', 'zh', 'en', 'en', 'en']);
  }, 300_000);
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
