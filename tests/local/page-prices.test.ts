/** Compares the prices of pages with what is charged, for each kind of thing that is sold (the step page-prices). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paths } from '#config/paths.ts';
import { campEvent } from '#features/seo/events.ts';
import { offerProduct } from '#features/seo/products.ts';
import { chooseSteps } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { createLauncher } from '#support/hosted/launch.ts';
import { pageWith } from '#support/hosted/project.ts';
import { startHosted, type HostedServices } from '#support/hosted/services.ts';
import { addVault } from '#support/hosted/sql.ts';
import { createEmptyWorld } from '#support/hosted/world.ts';
import { makeCamp, rung, tierOffer } from '#support/sql-camps.ts';
import { asPublished, publishOnly, term, tryout } from '#support/sql-selling.ts';
import { epicCamp } from '../unit/checkout/examples.ts';

const base = new URL('https://otter.example');
const party = {
  ...asPublished(term),
  id: 'party-splash',
  kind: 'birthday_package',
  price_cents: 58_800,
  details: { guests: 10, minutes: 120 },
};
const holiday = {
  ...asPublished(term),
  id: 'package-holiday',
  kind: 'holiday_package',
  price_cents: 120_000,
};
const tier = tierOffer('spark', { rungs: [rung('first', 49_000, { places: 1 }), rung('second', 54_900)] });

interface Shown {
  id: string;
  cents: number;
  available: boolean;
}
/** What each page shows. A test changes it. */
let shown: Record<string, Shown[]>;
let status: Record<string, number>;
let camp: string;
let db: TestDatabase;
let hosted: HostedServices;

const html = (path: string, list: Shown[]) =>
  pageWith(
    list.map(({ id, cents, available }) =>
      id === camp
        ? campEvent(
            { ...epicCamp, id, price_cents: cents, current_enrollments: available ? 0 : epicCamp.capacity },
            { bases: [], base, description: '', path },
          )
        : offerProduct(
            { offerId: id, name: id, description: '', summary: id, priceCents: cents, available },
            path,
            base,
          ),
    ),
  );

async function findPrices() {
  const launch = createLauncher(hosted);
  await launch.setUp(chooseSteps(steps, 'project,api-keys'));
  const { fetch: reach, ...context } = launch.context();
  const [step] = chooseSteps(steps, 'page-prices');
  return step?.check({
    ...context,
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== base.origin) return reach(input, init);
      const page = new Response(html(url.pathname, shown[url.pathname] ?? []), {
        status: status[url.pathname] ?? 200,
      });
      return Promise.resolve(page);
    },
  });
}

beforeEach(async () => {
  db = await createDatabase();
  await addVault(db);
  hosted = await startHosted(createEmptyWorld(db));
  const offers: { id: string }[] = [asPublished(tryout), asPublished(term), party, holiday, tier];
  await publishOnly(db, offers);
  camp = await makeCamp(db);
  const one = (id: string, cents: number): Shown => ({ id, cents, available: true });
  const passes = () => [one('pass-tryout', 3800), one('pass-term', 69_700)];
  shown = {
    [paths.passes]: [...passes(), one('package-holiday', 120_000)],
    [paths.teamPasses]: passes(),
    [paths.tryOutForKids]: [one('pass-tryout', 3800)],
    [paths.camps]: [one(camp, 49_000)],
    [paths.birthdays]: [one('party-splash', 58_800)],
  };
  status = {};
});
afterEach(async () => {
  await hosted.stop();
  await db.drop();
});

test('pages that agree with the checkout are right', async () => {
  expect(await findPrices()).toMatchObject({
    state: 'ok',
    says: 'The pages show 5 prices, and the checkout charges them.',
  });
});

const kinds = [
  ['a pass', paths.passes, 'pass-term'],
  ['a holiday package', paths.passes, 'package-holiday'],
  ['a pass on the page of teams', paths.teamPasses, 'pass-term'],
  ['the try-out', paths.tryOutForKids, 'pass-tryout'],
  ['a camp', paths.camps, 'camp'],
  ['a birthday package', paths.birthdays, 'party-splash'],
] as const;

test.each(kinds)('another price of %s on %s is named', async (_, path, name) => {
  const id = name === 'camp' ? camp : name;
  for (const one of shown[path] ?? []) if (one.id === id) one.cents += 100;
  expect(await findPrices()).toMatchObject({
    state: 'wrong',
    says: `https://otter.example${path} shows prices that differ from what the checkout charges: ${id}.`,
    parents: 'Parents see one price and pay another.',
  });
});

test.each(kinds)('%s on %s that has left the sale is named', async (_, path, name) => {
  const id = name === 'camp' ? camp : name;
  if (name === 'camp') await db.sql`update public.camp_weeks set is_active = false`;
  else await db.sql`update public.offers set active = false where id = ${id}`;
  const found = await findPrices();
  expect(found?.state).toBe('wrong');
  expect(found?.says).toContain(`${path} shows prices that differ from what the checkout charges: ${id}.`);
});

test.each([
  [paths.passes, 'pass'],
  [paths.teamPasses, 'pass'],
  [paths.tryOutForKids, 'try-out'],
  [paths.camps, 'camp'],
  [paths.birthdays, 'birthday package'],
])('%s without a price, although the checkout sells a %s, is named', async (path, what) => {
  shown[path] = [];
  expect(await findPrices()).toMatchObject({
    state: 'wrong',
    says: `https://otter.example${path} shows no ${what} with a price.`,
  });
});

test('pages that fail send to the last build, and not to the prices', async () => {
  for (const path of Object.keys(shown)) status[path] = 404;
  expect(await findPrices()).toMatchObject({ state: 'wrong', fix: 'Look at the last build.' });
});

test('a page that fails is named with the faults of the others', async () => {
  status[paths.camps] = 503;
  shown[paths.birthdays] = [];
  expect(await findPrices()).toMatchObject({
    state: 'wrong',
    says: 'https://otter.example/camps answers 503. https://otter.example/birthdays shows no birthday package with a price.',
    parents: 'Parents cannot see what is sold there. Parents see one price and pay another.',
  });
});

test('what is shown as not for sale is right while the checkout does not sell it, and wrong while it does', async () => {
  for (const path of [paths.passes, paths.teamPasses])
    for (const one of shown[path] ?? []) if (one.id === 'pass-term') one.available = false;
  expect((await findPrices())?.state).toBe('wrong');
  await db.sql`update public.offers set active = false where id = 'pass-term'`;
  expect((await findPrices())?.state).toBe('ok');
});

test('a full camp shows its price; a lower price whose places are gone is corrected by the browser', async () => {
  const [one] = shown[paths.camps] ?? [];
  if (!one) throw new Error('No camp is shown.');
  one.available = false;
  expect((await findPrices())?.state).toBe('ok');
  await db.sql`update public.offers set details = jsonb_set(details, '{rungs,0,closed}', 'true') where id = 'tier-spark'`;
  expect((await findPrices())?.state).toBe('ok');
  one.cents = 54_900;
  expect((await findPrices())?.state).toBe('ok');
  // A price that ended by its date is not corrected in this way, because each date requests a build.
  one.cents = 49_000;
  await db.sql`update public.offers set details = jsonb_set(details, '{rungs,0,places}', 'null') where id = 'tier-spark'`;
  expect((await findPrices())?.state).toBe('wrong');
});
