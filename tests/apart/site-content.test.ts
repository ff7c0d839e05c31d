import { brand } from '#contract/brand.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { importSeed } from '#local/lake/import.ts';
import { startLake, type RunningLake } from '#local/lake/server.ts';
import { getCampTiers } from '#content/camp-tiers.ts';
import { getFaqs } from '#content/faqs.ts';
import { getLegalPages } from '#content/legal.ts';
import { getBirthdayPackages, getHolidayPackages } from '#content/packages.ts';
import { getAboutPage } from '#content/pages/about.ts';
import { getBlockPages } from '#content/pages/block-pages.ts';
import { getBirthdaysPage } from '#content/pages/birthdays.ts';
import { getCampsNewPage, getCampsPage } from '#content/pages/camps.ts';
import { getEpicPage } from '#content/pages/epic.ts';
import { getHomePage } from '#content/pages/home.ts';
import { getPassesPage, getTeamPassesPage, getTryOutPage } from '#content/pages/passes.ts';
import { getCheckoutPage, getNotFoundPage, getSuccessPage } from '#content/pages/text-pages.ts';
import { getPasses } from '#content/passes.ts';
import { getBases, getCoaches, getLevels, getMediaLogos, getMissions } from '#content/people.ts';
import type { Report } from '#content/problem.ts';
import { getRedirectLines } from '#content/redirects.ts';
import { getSiteSettings } from '#content/settings.ts';
import { getTeams } from '#content/teams.ts';
import { setSiteClock } from '#domain/site-now.ts';
import { getTestimonials } from '#content/testimonials.ts';
import { getForms, getPopups, getProofSettings, getQuiz } from '#content/widgets.ts';
import { dataset, editorClient, projectId, makeTemporaryFolder, writeToken } from '#support/lake.ts';
import { deleteOffers } from '#support/delete-offers.ts';
import { offersOfLake, serveOffers } from '#support/offers-double.ts';
import { soldTypes } from '#studio/sale/sold-types.ts';

/** The loaders of all pages. They are tested with the content of a new installation. */
const loaders: Record<string, (report: Report) => Promise<unknown>> = {
  settings: getSiteSettings,
  home: getHomePage,
  camps: getCampsPage,
  'all camps': getCampsNewPage,
  'camp tiers': getCampTiers,
  epic: getEpicPage,
  'try-out': getTryOutPage,
  passes: getPasses,
  'passes page': getPassesPage,
  'team passes': getTeamPassesPage,
  teams: getTeams,
  birthdays: getBirthdaysPage,
  'birthday packages': getBirthdayPackages,
  'holiday packages': getHolidayPackages,
  about: getAboutPage,
  'pages from blocks': getBlockPages,
  quiz: getQuiz,
  popups: getPopups,
  proof: getProofSettings,
  forms: getForms,
  faqs: getFaqs,
  testimonials: getTestimonials,
  coaches: getCoaches,
  levels: getLevels,
  missions: getMissions,
  'media logos': getMediaLogos,
  bases: getBases,
  redirects: (report) => getRedirectLines(new Set(['/', '/camps']), report),
  'not found': getNotFoundPage,
  checkout: getCheckoutPage,
  success: getSuccessPage,
  legal: getLegalPages,
};

let lake: RunningLake;
let checkout: Awaited<ReturnType<typeof serveOffers>>;
const folder = makeTemporaryFolder('content-');
beforeAll(async () => {
  lake = await startLake({ port: 0, dir: folder.dir, projectId, dataset, writeToken });
  await importSeed(lake.url, { projectId, dataset, token: writeToken });
  // The loaders read the environment only at their first use, so it must be complete before that.
  const content = { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_HOST: lake.url };
  checkout = await serveOffers(() => offersOfLake(content));
  Object.assign(process.env, {
    ...content,
    PUBLIC_STUDIO_URL: 'https://studio.test',
  });
});
afterAll(async () => {
  checkout.stop();
  await lake.stop();
  folder.remove();
});

const loadContent = async (name: string) => {
  const lines: string[] = [];
  const content = await loaders[name]?.((line) => lines.push(line));
  return { lines, text: JSON.stringify(content) };
};

describe('the content of a fresh installation', () => {
  test.each(Object.keys(loaders))('is complete for %s', async (name) => {
    const { lines, text } = await loadContent(name);
    expect(lines).toEqual([]);
    expect(text).toMatch(/[a-z]/);
    expect(text).not.toMatch(
      /\{(product|years|foundingYear|families|rating|childrenPerCoach|\w*[Mm]issions|groupSize|day(Start|End)|usual\w+|extraHours|\w+Ages)\}/,
    );
    // Addresses contain the brand's short name instead.
    expect(text).not.toContain(`-${brand.product}-`);
    expect(text).not.toContain(lake.url);
    expect(text).not.toMatch(/sanity\.io|undefined|NaN/);
  });
});

/** Changes a published document for one test. */
async function withPatch(
  id: string,
  patch: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const client = editorClient(lake);
  const before = await client.getDocument(id);
  if (!before) throw new Error(`no ${id} in the seed`);
  await client.patch(id).set(patch).commit();
  try {
    await work();
  } finally {
    await client.createOrReplace(before);
  }
}
const tierId = async () =>
  (await editorClient(lake).fetch<string | null>('*[_type == "campTier" && tier == "spark"][0]._id')) ?? '';

test('a changed time of the camps appears in every text', async () => {
  const readText = async () =>
    (await Promise.all(Object.keys(loaders).map(loadContent))).map(({ text }) => text).join('\n');
  const before = await readText();
  expect(before.split('8.30 am').length).toBeGreaterThan(10);
  const extendedDay = { _type: 'extendedDay', start: '07:45', end: '16:15' };
  await withPatch(await tierId(), { extendedDay }, async () => {
    const after = await readText();
    expect(after).not.toMatch(/8\.30 am|5\.00 pm/);
    expect(after.split('7.45 am').length).toBe(before.split('8.30 am').length);
    expect(after).toContain('7.45 am to 4.15 pm');
  });
});

describe('invalid content stops the build with its title and a link', () => {
  test.each([
    ['a price of zero', { price: 0 }, 'cannot be sold for S$0: The price must be more'],
    ['a rung above the listed price', { 'rungs[1].price': 5000 }, 'is not below the listed price'],
    ['rungs whose prices fall', { 'rungs[1].price': 1 }, 'prices rise from rung to rung'],
    ['a rebate above the price', { siblingRebate: { amount: 5000 } }, 'rebate of S$5000 is not below'],
    [
      'a base that was deleted',
      { bases: [{ _type: 'reference', _key: 'a', _ref: 'base-gone', _weak: true }] },
      'refers in “bases” to a document that is not there: base-gone',
    ],
  ])('if it has %s', async (_, patch, problem) => {
    const id = await tierId();
    await withPatch(id, patch, async () => {
      const failure = getCampTiers(() => undefined);
      await expect(failure).rejects.toThrow(problem);
      await expect(failure).rejects.toThrow(`https://studio.test/intent/edit/id=${id};type=campTier`);
    });
  });
});

test('one unfinished page stops a build, but not a preview, and the other pages remain in the preview', async () => {
  const client = editorClient(lake);
  const until = '2030-01-01T00:00:00Z';
  const blocks = [{ _type: 'countdownBlock', _key: 'a', heading: 'Soon', until }];
  await client.create({ _id: 'page-good', _type: 'page', title: 'June', address: '/june-days', blocks });
  onTestFinished(
    async () => void (await client.delete({ query: '*[_type == "page" && _id match "page-*"]' })),
  );
  vi.stubEnv('SANITY_PREVIEW', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const address of [undefined, '/June', '/index', '/june-days', '/og/june']) {
    await client.createOrReplace({ _id: 'page-new', _type: 'page', title: 'New', address, blocks });
    vi.stubEnv('SANITY_PREVIEW', '');
    await expect(getBlockPages(() => undefined)).rejects.toThrow('page “New” (page-new) has ');
    vi.stubEnv('SANITY_PREVIEW', '1');
    const lines: string[] = [];
    const paths = (await getBlockPages((line) => lines.push(line))).map((page) => page.path);
    expect(paths.filter((one) => one === '/june-days')).toHaveLength(1);
    expect(lines.join('\n')).toContain('page “New” (page-new) has ');
  }

  // A countdown is shown until it ends, measured by the day that the preview shows.
  onTestFinished(() => setSiteClock(() => undefined));
  const shownAt = async (moment: string) => {
    setSiteClock(() => Date.parse(moment));
    const page = (await getBlockPages(() => undefined)).find((one) => one.path === '/june-days');
    return page?.blocks.length;
  };
  expect([await shownAt('2029-12-31T23:59:00Z'), await shownAt(until)]).toEqual([1, 0]);
});

describe('incomplete content', () => {
  test('leaves out a missing section of a page, keeps the others, and names the missing one', async () => {
    await withPatch('aboutPage', { hero: null, 'story.lead': null, 'method.heading': ' ' }, async () => {
      const lines: string[] = [];
      const page = await getAboutPage((line) => lines.push(line));
      expect(page.hero).toBeNull();
      expect(page.story).toMatchObject({ lead: '' });
      expect(page.method).toMatchObject({ heading: '' });
      expect(lines).toEqual([expect.stringMatching(/^content: aboutPage .*lacks hero, method\.heading; /)]);
    });
  });

  test('leaves out an entry of a list that lacks a required field', async () => {
    const { comparison } = await getEpicPage(() => undefined);
    await withPatch('epicPage', { 'comparison.rows[0].from': null }, async () => {
      const lines: string[] = [];
      const page = await getEpicPage((line) => lines.push(line));
      expect(page.comparison?.rows).toHaveLength((comparison?.rows.length ?? 0) - 1);
      expect(lines).toEqual([expect.stringContaining('lacks comparison.rows[0].from')]);
    });
  });

  test('makes an unpublished page empty, and logs one line about it', async () => {
    const client = editorClient(lake);
    const before = await client.getDocument('notFoundPage');
    await client.delete('notFoundPage');
    const lines: string[] = [];
    const page = await getNotFoundPage((line) => lines.push(line));
    expect(page).toMatchObject({ heading: '', chat: null });
    expect(page.seo.title).not.toBe('');
    expect(lines).toEqual([expect.stringContaining('(notFoundPage) lacks everything: it is not published')]);
    if (before) await client.createOrReplace(before);
  });

  test('shows no popup that is switched off', async () => {
    const [first] = await getPopups();
    await withPatch(first?._id ?? '', { enabled: false }, async () => {
      expect((await getPopups()).map(({ _id }) => _id)).not.toContain(first?._id);
    });
  });
});

test('an offer that is no longer sold stops no page and is shown on none', async () => {
  const client = editorClient(lake);
  const fetchAll = () => client.fetch<{ _id: string; _type: string }[]>('*[!(_id in path("_.**"))]');
  const before = await fetchAll();
  const offers = before.filter(({ _type }) => soldTypes.has(_type));
  expect(offers.length).toBeGreaterThan(soldTypes.size);
  for (const { _id } of offers) {
    await deleteOffers(client, [_id]);
    const texts = await Promise.all(Object.keys(loaders).map(async (name) => (await loadContent(name)).text));
    expect(texts.filter((text) => text.includes(`"${_id}"`))).toEqual([]);
    const restoration = client.transaction();
    for (const document of before) restoration.createOrReplace(document);
    await restoration.commit();
  }
  expect((await fetchAll()).length).toBe(before.length);
}, 120_000);
