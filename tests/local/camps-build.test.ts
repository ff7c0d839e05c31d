/**
 * Tests the camps pages when there is nothing to choose (spec 2 §8). They are rendered at build time, so a build is
 * enough.
 */
import { afterEach, expect, test } from 'vitest';
import { tierIds } from '#contract/tiers.ts';
import { buildWithBrand } from '#support/branded-site.ts';
import { type BuiltPage, fileAt, readBuiltSite } from '#support/built-site.ts';

const TIERS = tierIds.length;
let remove: (() => void) | undefined;
afterEach(() => remove?.());

async function campsPage(camps: object[] | null): Promise<BuiltPage> {
  const built = await buildWithBrand({}, camps, { pages: ['camps.astro'] });
  remove = built.remove;
  const site = readBuiltSite(built.dist);
  const page = site.pages.find(({ file }) => file === fileAt(site, '/camps'));
  if (!page) throw new Error('no camps page');
  return page;
}

/** The packages stand in a template until somebody asks for them, and once more for browsers without scripts. */
const withoutScripts = (html: string) =>
  Array.from(html.matchAll(/<noscript>.*?<\/noscript>/gs), ([part]) => part).join('');
const withScripts = (html: string) => html.replaceAll(/<noscript>.*?<\/noscript>/gs, '');

/** Returns the visible texts of the elements with this class. */
const elementsOf = (html: string, name: string) =>
  Array.from(html.matchAll(new RegExp(`<(\\w+) class="${name}"([^>]*)>(.*?)</\\1>`, 'gs')))
    .filter(([, , attributes]) => !/\bhidden\b/.test(attributes ?? ''))
    .map(([, , , text]) =>
      text
        ?.replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );

test('the strip and every package say that there are no upcoming camps if no camp is on sale', async () => {
  const page = await campsPage([]);
  for (const html of [withScripts(page.html), withoutScripts(page.html)])
    expect(elementsOf(html, 'tier-empty')).toEqual(
      Array.from({ length: TIERS }, () => 'No upcoming camps available at this time'),
    );
  expect(page.text).toContain('<b>No upcoming camps available</b>');
  expect(elementsOf(page.html, 'tier-failed')).toEqual([]);
}, 300_000);

test('an error replaces the dates if the database does not answer', async () => {
  const page = await campsPage(null);
  const failed = 'Failed to load camps. Please refresh the page.';
  for (const html of [withScripts(page.html), withoutScripts(page.html)])
    expect(elementsOf(html, 'tier-failed')).toEqual(Array.from({ length: TIERS }, () => failed));
  expect(elementsOf(page.html, 'date-strip-failed')).toEqual([failed]);
  expect(elementsOf(page.html, 'tier-empty')).toEqual([]);
}, 300_000);
