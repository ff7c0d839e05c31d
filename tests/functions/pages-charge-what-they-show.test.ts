/** The pages print the price that the checkout charges, whatever Sanity has published since. */
import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importSeed } from '#local/lake/import.ts';
import { startLake, type RunningLake } from '#local/lake/server.ts';
import { confirmedPrices } from '#contract/confirmed-prices.ts';
import { getCampTiers } from '#content/camp-tiers.ts';
import { getBirthdayPackages } from '#content/packages.ts';
import { getBirthdaysPage } from '#content/pages/birthdays.ts';
import { getPasses, getPassIds } from '#content/passes.ts';
import { createContentLake } from '#server/content-lake.ts';
import { createWorld, type World } from '#support/functions.ts';
import { dataset, editorClient, projectId, makeTemporaryFolder, writeToken } from '#support/lake.ts';
import { serveOffers } from '#support/offers-double.ts';

let lake: RunningLake;
let world: World;
let checkout: Awaited<ReturnType<typeof serveOffers>>;
let answers = true;
const folder = makeTemporaryFolder('till-');
beforeAll(async () => {
  lake = await startLake({ port: 0, dir: folder.dir, projectId, dataset, writeToken });
  await importSeed(lake.url, { projectId, dataset, token: writeToken });
  world = await createWorld();
  const content = { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_HOST: lake.url };
  Object.assign(process.env, content);
  world.deps.lake = createContentLake(content);
  checkout = await serveOffers(async () =>
    answers
      ? Array.from(
          await world.database.sql<
            object[]
          >`select id, revision, price_cents, cancellation, details from offers where active`,
        )
      : null,
  );
  await hook();
});
afterAll(async () => {
  checkout.stop();
  await world.stop();
  await lake.stop();
  folder.remove();
});

async function hook(): Promise<void> {
  const body = JSON.stringify({ _id: 'pass-term', _type: 'pass' });
  const signature = await encodeSignatureHeader(body, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
  const answer = await world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
  expect(answer.status).toBe(200);
}

/** Publishes a change with a confirmation in Studio, such as a mistyped price that somebody confirmed. */
async function publish(id: string, fields: Record<string, unknown>): Promise<void> {
  const client = editorClient(lake);
  const before = (await client.getDocument(id)) ?? {};
  const pricesConfirmed = confirmedPrices({ ...before, ...fields });
  await client
    .patch(id)
    .set({ ...fields, pricesConfirmed })
    .commit();
  await hook();
}

const lines: string[] = [];
const report = (line: string) => void lines.push(line);
const passOf = async (id: string) => (await getPasses(report)).find(({ offerId }) => offerId === id);

test('a pass whose price waits for two approvals is shown at the price that is charged', async () => {
  const before = await passOf('pass-term');
  await publish('pass-term', { price: 9, regularPrice: 900, plannedPrices: [] });
  const after = await passOf('pass-term');
  expect(after?.priceCents).toBe(before?.priceCents);
  expect(after?.regularCents).toBeNull();
  expect(after?.features).toEqual(before?.features);
  expect(lines.join('\n')).toContain('(pass-term) differs from what the checkout sells');

  // Another change of the same document waits with it, so the terms are also those that are sold.
  await publish('pass-term', { sessions: 999 });
  const strict = { cancellation: 'No refunds.', refundRules: [], minAge: 12, validityDays: 1 };
  await publish('pass-term', strict);
  const kept = await passOf('pass-term');
  expect(kept).toMatchObject({ sessions: before?.sessions, validityDays: before?.validityDays });
  expect(kept).toMatchObject({ minAge: before?.minAge, cancellation: before?.cancellation });
  expect(before?.cancellation).not.toBe('');

  // The offer that is sold has no age and no text about refunds, so the page has none either.
  await world.database.sql`
    update offers set cancellation = null, details = details - 'min_age' where id = 'pass-term'`;
  const without = await passOf('pass-term');
  expect([without?.minAge ?? null, without?.cancellation]).toEqual([null, '']);
});

test('a new product that the checkout does not sell yet is on no page', async () => {
  const client = editorClient(lake);
  const known = await client.getDocument('pass-flexi');
  if (!known) throw new Error('no Flexi in the seed');
  await client.create({ ...known, _id: 'pass-new', name: 'Slipped', passId: 'new', price: 1 });
  await hook();
  expect(await passOf('pass-new')).toBeUndefined();
  // A page that lists the new pass is still built.
  expect(await getPassIds(report)).toContain('pass-new');
});

test('a party is shown at the charged price, and a new one not at all, even if the page chose it', async () => {
  const [first] = (await getBirthdayPackages(report)).items;
  if (!first) throw new Error('no party in the seed');
  await publish(first._id, { price: 2 });
  const [same] = (await getBirthdayPackages(report)).items;
  expect(same).toMatchObject({ priceCents: first.priceCents });
  const client = editorClient(lake);
  const document = await client.getDocument(first._id);
  await client.create({ ...document, _type: 'birthdayPackage', _id: 'party-new', name: 'Slipped', price: 1 });
  const chosen = [first._id, 'party-new'].map((_ref) => ({
    _type: 'reference',
    _key: _ref,
    _ref,
    _weak: true,
  }));
  await client.patch('birthdaysPage').set({ 'packages.packages': chosen }).commit();
  await hook();
  const { packages } = await getBirthdaysPage(report);
  expect(packages?.packages.map(({ _id }) => _id)).toEqual([first._id]);
});

test('a camp keeps the price, the early birds, the rebate and the transport that are charged', async () => {
  const find = async () => (await getCampTiers(report)).find(({ offerId }) => offerId === 'tier-epic');
  const before = await find();
  await publish('tier-epic', { price: 1, rungs: [], transport: [], siblingRebate: null, plannedPrices: [] });
  const after = await find();
  expect(after).toMatchObject({ listedCents: before?.listedCents, siblingRebate: before?.siblingRebate });
  const prices = (tier: typeof before) => tier?.rungs.map(({ id, priceCents }) => [id, priceCents]);
  expect(prices(after)).toEqual(prices(before));
  const ways = (tier: typeof before) => tier?.transport.map(({ id, priceCents }) => [id, priceCents]);
  expect(ways(after)).toEqual(ways(before));
});

test('a build is asked for at the moments at which a part of a page appears and disappears', async () => {
  const showing = { from: '2099-12-03T16:00:00Z', until: '2099-12-06T16:00:00Z' };
  await editorClient(lake).patch('aboutPage').set({ 'story.showing': showing }).commit();
  await hook();
  const planned = await world.database.sql<{ at: string }[]>`
    select at from planned_moments where at > '2099-01-01' order by at`;
  expect(planned.map(({ at }) => new Date(at).toISOString().slice(0, 10))).toEqual([
    '2099-12-03',
    '2099-12-06',
  ]);
});

test('what the content takes off sale is off sale at once', async () => {
  await editorClient(lake).patch('pass-flexi').set({ available: false }).commit();
  expect((await passOf('pass-flexi'))?.available).toBe(false);
});

test('if the checkout does not answer, the build fails and the earlier pages stay', async () => {
  answers = false;
  await expect(getPasses(report)).rejects.toThrow('did not say which prices it charges');
  await expect(getCampTiers(report)).rejects.toThrow('did not say which prices it charges');
  await expect(getBirthdayPackages(report)).rejects.toThrow('did not say which prices it charges');
});

test('a preview shows the prices of drafts, and does not ask', async () => {
  process.env['SANITY_PREVIEW'] = '1';
  expect((await passOf('pass-term'))?.priceCents).toBe(900);
  delete process.env['SANITY_PREVIEW'];
});
