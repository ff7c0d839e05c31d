import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLake, type RunningLake } from '#local/lake/server.ts';
import { createContentLake } from '#server/content-lake.ts';
import { handler } from '#functions/asked-questions/handler.ts';
import { handler as overview } from '#functions/studio-overview/handler.ts';
import { createWorld, type World } from '#support/functions.ts';
import { dataset, projectId, makeTemporaryFolder, writeToken } from '#support/lake.ts';

let lake: RunningLake;
let world: World;
const folder = makeTemporaryFolder('asked-');
beforeAll(async () => {
  lake = await startLake({ port: 0, dir: folder.dir, projectId, dataset, writeToken });
  world = await createWorld();
  world.deps.lake = createContentLake({
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_API_HOST: lake.url,
  });
  await world.database.sql`
    insert into public.assistant_questions (question, outcome, times_asked, first_on, last_on)
    values ('is there parking', 'nothing', 3, current_date, current_date)`;
});
afterAll(async () => {
  await world.stop();
  await lake.stop();
  folder.remove();
});

const ask = (headers: Record<string, string>, method = 'GET', read = handler) =>
  read(new Request('http://functions.test/functions/v1/asked-questions', { method, headers }), world.deps);

test('an account with a role in the content project reads the list', async () => {
  const answer = await ask({ authorization: `Bearer ${writeToken}`, origin: 'https://studio.test' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://studio.test');
  expect(await answer.json()).toMatchObject([{ question: 'is there parking', times_asked: 3 }]);
});

test('such an account also reads the overview, with the questions that were not answered', async () => {
  const answer = await ask({ authorization: `Bearer ${writeToken}` }, 'GET', overview);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    asked: [{ question: 'is there parking', times_asked: 3 }],
    checkout: { mode: 'open' },
    prices: expect.any(Array) as unknown[],
    soon: expect.any(Array) as unknown[],
  });
});

test.each<[string, Record<string, string>]>([
  ['nobody', {}],
  ['the public key', { authorization: 'Bearer sb_publishable_key' }],
  ['a token that Sanity never gave', { authorization: 'Bearer made-up' }],
  ['another scheme', { authorization: `Basic ${writeToken}` }],
])('%s is refused', async (_, headers) => {
  for (const read of [handler, overview]) {
    const answer = await ask(headers, 'GET', read);
    expect([answer.status, await answer.json()]).toEqual([401, { code: 'unauthorized' }]);
  }
});

test('nobody can change the list through the function', async () =>
  expect((await ask({}, 'POST')).status).toBe(405));
