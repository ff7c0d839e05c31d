import { expect, test } from 'vitest';
import { createContentClient } from '#content/client.ts';
import { readContentEnv } from '#content/env.ts';
import { toPasses } from '#content/passes.ts';
import { studioLink } from '#content/problem.ts';
import { toSiteSettings } from '#content/settings.ts';
import { toTeams } from '#content/teams.ts';
import type { PassesQueryResult, SiteSettingsQueryResult, TeamsQueryResult } from '#content/types.gen.ts';
import { editorClient, startTestLake } from '#support/lake.ts';

const pass: PassesQueryResult[number] = {
  _id: 'pass-term',
  _rev: 'r1',
  passId: 'halfyear',
  kind: 'pass',
  name: 'Term',
  price: 697,
  plannedPrices: null,
  saleTime: null,
  regularPrice: null,
  sessions: 18,
  validityDays: 130,
  validity: '130 days',
  makeUps: 2,
  renews: false,
  onePerChild: false,
  minAge: 5,
  maxAge: 12,
  description: '',
  features: [],
  badge: null,
  badgeColor: null,
  recommended: true,
  available: true,
  checkoutType: 'term-pass',
  checkoutPath: '/checkout/term',
  cancellation: 'Any time.',
};
/** Content with gaps, which the generated types do not allow. */
const withGaps = (gaps: object) => [{ ...pass, description: 'For a term.', ...gaps }] as PassesQueryResult;

function collect() {
  const lines: string[] = [];
  return { lines, report: (line: string) => void lines.push(line) };
}

test.each([
  [38, 3_800],
  [41.75, 4_175],
  [19.99, 1_999],
  [4.35, 435],
  [1_297, 129_700],
])('S$%s is %i cents', (price, cents) => {
  expect(toPasses(withGaps({ price }), collect().report)[0]?.priceCents).toBe(cents);
});

test.each([0, -5])('a price of %i stops the build with the title of the pass and a link to it', (price) => {
  const build = () => toPasses(withGaps({ price }), collect().report);
  expect(build).toThrow(new RegExp(`“Term” \\(pass-term\\) cannot be sold for S\\$${price}:`));
  expect(build).toThrow('/intent/edit/id=pass-term;type=pass');
});

test('a regular price that is not above the price stops the build', () => {
  expect(() => toPasses(withGaps({ regularPrice: 697 }), collect().report)).toThrow('regular price S$697');
});

test('a pass without a name or a price is left out, and a log line names the pass and the reason', () => {
  const { lines, report } = collect();
  expect(toPasses([...withGaps({ price: null, name: ' ' }), ...withGaps({})], report)).toHaveLength(1);
  expect(lines).toEqual([
    expect.stringMatching(/pass “ ” \(pass-term\) lacks name, price; it is left out.*intent\/edit/),
  ]);
});

test('a pass without an address of its own uses the checkout of its type', () => {
  const { lines, report } = collect();
  const passes = toPasses([...withGaps({ checkoutPath: null }), ...withGaps({})], report);
  expect(passes.map(({ checkoutPath }) => checkoutPath)).toEqual(['/checkout/term-pass', '/checkout/term']);
  expect(lines).toEqual([]);
});

test('a pass without some texts is sold without them, and a log line names them', () => {
  const { lines, report } = collect();
  const [pass] = toPasses(withGaps({ validity: null, features: null, makeUps: null }), report);
  expect(pass).toMatchObject({ summary: '18 sessions', features: ['S$38.72 a session'], priceCents: 69_700 });
  expect(lines).toEqual([
    expect.stringContaining('“Term” (pass-term) lacks validity, features; it is shown without'),
  ]);
});

test('a team without ages is left out, and one without a description is shown', () => {
  const { lines, report } = collect();
  const red = {
    _id: 'team-red',
    teamId: 'red',
    name: 'Red {product}',
    minAge: 7,
    maxAge: 10,
    minLevel: 1,
    maxLevel: 3,
  };
  const teams = [{ ...red, minAge: null }, red] as unknown as TeamsQueryResult;
  expect(toTeams(teams, report)).toMatchObject([{ name: 'Red Otter', description: '', capacity: '' }]);
  expect(lines[0]).toContain('team “Red Otter” (team-red) lacks minAge; it is left out');
  expect(lines[1]).toContain('lacks description, minChildren, maxChildren, tabLabel, tabColor, tabTextColor');
});

test('a team’s tab has its colours only if the text can be read on them', () => {
  const named = {
    _id: 'team-red',
    teamId: 'red',
    name: 'Red',
    minAge: 7,
    maxAge: 10,
    minLevel: 1,
    maxLevel: 3,
  };
  const tabOf = (tabColor: string, tabTextColor: string) =>
    toTeams(
      [{ ...named, tabLabel: 'Red', tabColor, tabTextColor }] as unknown as TeamsQueryResult,
      collect().report,
    );
  expect(tabOf('#C62828', '#FFFFFF')).toMatchObject([
    { tabLabel: 'Red', tabColor: '#C62828', tabTextColor: '#FFFFFF' },
  ]);
  expect(tabOf('#C62828', '#101614')).toMatchObject([{ tabLabel: 'Red', tabColor: '', tabTextColor: '' }]);
  expect(tabOf('red}*{', '#FFFFFF')).toMatchObject([{ tabColor: '', tabTextColor: '' }]);
});

const settings = {
  _id: 'siteSettings',
  _type: 'siteSettings',
  name: 'Otter Trails',
  foundingYear: 2001,
  contact: { whatsapp: '+65 8000 0000' },
  claims: {
    rating: 4.9,
    childrenPerCoach: 5,
    missions: 18,
    fewestMissions: 6,
    mostMissions: 10,
    usualDay: { start: '09:00', end: '15:30' },
  },
  day: { start: '08:30', end: '17:00' },
  tiers: [
    { tier: 'spark', minAge: 7, maxAge: 12 },
    { tier: 'epic', minAge: 7, maxAge: 13 },
  ],
  teams: [
    { minAge: 5, maxAge: 6, minChildren: 4, maxChildren: 6 },
    { minAge: 7, maxAge: 12, minChildren: 4, maxChildren: 5 },
  ],
  bases: [{ name: 'The {product} base', mapUrl: 'https://maps.example/base' }],
} as unknown as NonNullable<SiteSettingsQueryResult>;

test('the facts for texts are computed from camps, teams and the claims', async () => {
  const { facts } = await toSiteSettings(settings, collect().report);
  expect(facts).toMatchObject({
    usualStart: '9.00 am',
    usualEnd: '3.30 pm',
    extraHours: 2,
    allAges: '5–13',
    campAges: '7–13',
    sparkAges: '7–12',
    igniteAges: '',
    epicAges: '7–13',
    classAges: '5–12',
    groupSize: '4–6',
  });
});

test('a page is built although some texts of the settings are missing, and a log line names them', async () => {
  const { lines, report } = collect();
  expect(await toSiteSettings(settings, report)).toMatchObject({
    metaTitle: '',
    navigation: null,
    announcement: null,
    bases: [{ name: 'The Otter base', mapUrl: 'https://maps.example/base' }],
    facts: { rating: 4.9, foundingYear: 2001 },
  });
  expect(lines).toEqual([
    expect.stringMatching(/\(siteSettings\) lacks contact\.email, .*claims\.families.*metaTitle/),
  ]);
});

test('the announcement is shown only if it is switched on, has a text, has begun and has not ended', async () => {
  const bar = async (announcement: object) =>
    (await toSiteSettings({ ...settings, announcement } as typeof settings, collect().report)).announcement;
  expect(await bar({ shown: true, text: 'Camps for December are open' })).toMatchObject({ link: null });
  expect(await bar({ shown: false, text: 'Camps for December are open' })).toBeNull();
  expect(await bar({ shown: true, text: ' ' })).toBeNull();
  const until = (date: string) => bar({ shown: true, text: 'Camps are open', showing: { until: date } });
  expect(await until('2020-01-01T00:00:00Z')).toBeNull();
  expect(await until('2999-01-01T00:00:00Z')).toMatchObject({ endsAt: Date.UTC(2999, 0) });
  const from = (date: string) => bar({ shown: true, text: 'Camps are open', showing: { from: date } });
  expect(await from('2999-01-01T00:00:00Z')).toBeNull();
  expect(await from('2020-01-01T00:00:00Z')).toMatchObject({ endsAt: null });
});

test.each([
  [null, '“Settings” (siteSettings) is not published'],
  [{ ...settings, contact: null as never }, 'lacks contact'],
  [{ ...settings, claims: { families: 'Many' } as never }, 'lacks a number among its claims'],
])('settings without required fields stop the build (case %#)', async (document, problem) => {
  await expect(toSiteSettings(document, collect().report)).rejects.toThrow(problem);
});

test('the number of years since the founding changes at midnight in Singapore', async () => {
  const years = async (now: string) =>
    (await toSiteSettings(settings, collect().report, new Date(now))).years;
  expect([await years('2026-12-31T15:59:59Z'), await years('2026-12-31T16:00:00Z')]).toEqual([25, 26]);
});

test('a link opens the document in the Studio of this installation', () => {
  const document = { _id: 'pass-term', type: 'pass', title: 'Term' };
  const link = 'https://studio.example/intent/edit/id=pass-term;type=pass';
  expect(studioLink(document, 'https://studio.example/')).toBe(link);
});

test('an environment with missing or invalid variables is refused, and the error names them', () => {
  expect(() => readContentEnv({ SANITY_API_HOST: 'no address' })).toThrow(
    'SANITY_PROJECT_ID, SANITY_DATASET, SANITY_API_HOST',
  );
});

test('a build reads published documents, and a preview reads drafts', async () => {
  const lake = await startTestLake();
  await editorClient(lake).create({ _id: 'a', _type: 'pass', price: 697 });
  await editorClient(lake).create({ _id: 'drafts.a', _type: 'pass', price: 709 });
  const env = { SANITY_PROJECT_ID: 'test', SANITY_DATASET: 'production', SANITY_API_HOST: lake.url };
  const price = '*[_type == "pass"][0].price';
  expect(await createContentClient(env).fetch<number>(price)).toBe(697);
  const preview = { ...env, SANITY_PREVIEW: '1', SANITY_READ_TOKEN: 'test-write-token' };
  expect(await createContentClient(preview).fetch<number>(price)).toBe(709);
});
