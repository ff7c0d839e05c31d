import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importSeed } from '#local/lake/import.ts';
import { startLake, type RunningLake } from '#local/lake/server.ts';
import { createContentLake } from '#server/content-lake.ts';
import { createWorld, type World } from '#support/functions.ts';
import { dataset, projectId, readToken, makeTemporaryFolder, writeToken } from '#support/lake.ts';

let lake: RunningLake;
let world: World;
const folder = makeTemporaryFolder('private-lake-');
beforeAll(async () => {
  lake = await startLake({
    port: 0,
    dir: folder.dir,
    projectId,
    dataset,
    writeToken,
    readToken,
    closed: true,
  });
  await importSeed(lake.url, { projectId, dataset, token: writeToken });
  world = await createWorld();
});
afterAll(async () => {
  await world.stop();
  await lake.stop();
  folder.remove();
});

const env = () => ({ SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_HOST: lake.url });
const withToken = () => ({ ...env(), SANITY_READ_TOKEN: readToken });

async function hook(config: Parameters<typeof createContentLake>[0]) {
  world.deps.lake = createContentLake(config);
  const body = JSON.stringify({ _id: 'pass-term', _type: 'pass' });
  const signature = await encodeSignatureHeader(body, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
  return world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
}
const onSale = async () =>
  Number((await world.database.sql`select count(*) as n from offers where active`)[0]?.['n']);

test('all offers are read from a private dataset, and without the token nothing goes off sale', async () => {
  expect(await hook(withToken())).toMatchObject({ status: 200, body: { refused: [] } });
  const all = await onSale();
  expect(all).toBeGreaterThan(5);
  expect((await hook(env())).status).toBe(500);
  expect((await hook({ ...env(), SANITY_READ_TOKEN: 'of yesterday' })).status).toBe(500);
  expect(await onSale()).toBe(all);
});
