/** Causes each fault that nobody would notice after a launch, one by one. `npm run doctor` must report each of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosen, lookAtAll } from '#scripts/launch/run.ts';
import { asJson, sentences } from '#scripts/launch/print.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type Hosted } from '#support/hosted/services.ts';
import { problemsByStep, createLauncher } from '#support/hosted/launch.ts';
import { doByHand } from '#support/hosted/manual-steps.ts';
import { addVault } from '#support/hosted/sql.ts';
import { contentFaults } from '#support/hosted/faults/content.ts';
import { functionsFaults } from '#support/hosted/faults/functions.ts';
import { projectFaults } from '#support/hosted/faults/project.ts';
import { change, removeFrom } from '#support/hosted/faults/provoke.ts';
import { servicesFaults } from '#support/hosted/faults/services.ts';
import { createEmptyWorld, typedKeys, type World } from '#support/hosted/world.ts';

let db: TestDatabase;
let world: World;
let hosted: Hosted;
let launch: ReturnType<typeof createLauncher>;
beforeAll(async () => {
  db = await createDatabase();
  await addVault(db);
  world = createEmptyWorld(db);
  hosted = await startHosted(world);
  launch = createLauncher(hosted);
  await launch.setUp();
  await doByHand(world, hosted);
  await launch.setUp();
});
afterAll(async () => {
  await hosted.stop();
  await db.drop();
});

test('without a fault everything is right', async () => {
  expect(problemsByStep(await launch.doctor())).toEqual({});
});

test.each([...projectFaults, ...functionsFaults, ...servicesFaults, ...contentFaults])(
  '%s: doctor names it in the step %s',
  async (_fault, id, says, provoke) => {
    const undo = await provoke(world);
    try {
      const [result] = await lookAtAll(chosen(steps, id), launch.context());
      expect(result?.says).toMatch(says);
      expect(result?.state).not.toBe('ok');
      expect(result?.parents).toMatch(/^[“A-Z].*\.$/);
    } finally {
      await undo();
    }
  },
);

test('publishing asks for no build: doctor names it', async () => {
  const undo = removeFrom(world.supabase.secrets, 'DEPLOY_HOOK_URL');
  const { keys, ...context } = launch.context();
  const get: typeof keys.get = (name) => (name === 'DEPLOY_HOOK_URL' ? undefined : keys.get(name));
  const results = await lookAtAll(chosen(steps, 'deploy-hook'), { ...context, keys: { ...keys, get } });
  undo();
  expect(problemsByStep(results)).toEqual({ 'deploy-hook': 'No deploy hook is known.' });
});

test('a service that refuses the key, or that cannot be reached, is unknown and never right', async () => {
  const undo = change(world.stripe, 'key', 'sk_test_revoked');
  const [refused] = await launch.doctor(chosen(steps, 'stripe-webhook'));
  undo();
  expect(refused).toMatchObject({
    state: 'unknown',
    says: expect.stringContaining('Invalid API Key') as string,
  });

  const away = { ...launch.context(), fetch: () => Promise.reject(new TypeError('fetch failed')) };
  const results = await lookAtAll(steps, away);
  expect(results.filter(({ state }) => state === 'ok').map(({ step }) => step.id)).toEqual([
    'stripe-receipts',
    'mail-dmarc',
    'deploy-hook',
  ]);
});

test('a step without its key says which, and no answer shows a secret', async () => {
  const undo = change(world.supabase, 'token', 'another');
  const { context } = createLauncher(hosted, { RESEND_API_KEY: '' });
  const results = await lookAtAll(steps, context());
  undo();
  const text =
    JSON.stringify(results.map(asJson)) + results.map((result) => sentences(result, 'staging')).join('\n');
  expect(text).toContain('RESEND_API_KEY is not given.');
  for (const name of ['SUPABASE_ACCESS_TOKEN', 'STRIPE_SECRET_KEY', 'SANITY_AUTH_TOKEN'] as const)
    expect(text).not.toContain(typedKeys[name]);
});
