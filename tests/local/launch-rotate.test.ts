/** Runs `npm run setup -- --rotate`. No secret may be revoked before the new one is used everywhere. */
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openKeyStore, type KeyStore } from '#scripts/launch/key-store.ts';
import { type KeyName, keyNames, keyOf } from '#scripts/launch/keys.ts';
import { openRotationStore, rotate, type RotationResult } from '#scripts/launch/rotation.ts';
import { chosenRotations, rotations } from '#scripts/launch/rotations.ts';
import { chooseSteps, checkAll } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type HostedServices } from '#support/hosted/services.ts';
import { createLauncher, problemsByStep } from '#support/hosted/launch.ts';
import { doByHand } from '#support/hosted/manual-steps.ts';
import { addVault } from '#support/hosted/sql.ts';
import { change } from '#support/hosted/faults/provoke.ts';
import { createEmptyWorld, typedKeys, type World } from '#support/hosted/world.ts';

let db: TestDatabase;
let world: World;
let hosted: HostedServices;
let launch: ReturnType<typeof createLauncher>;
let home: string;
/** The answers that a person types. It is null if nobody is there to answer. */
let answers: Partial<Record<KeyName, string>> | null;

beforeAll(async () => {
  db = await createDatabase();
  await addVault(db);
  world = createEmptyWorld(db);
  hosted = await startHosted(world);
  home = mkdtempSync(path.join(tmpdir(), 'rotate-'));
  // After a launch, the keys are only on disk.
  const keys = openKeyStore('staging', { XDG_CONFIG_HOME: home });
  for (const [name, value] of Object.entries(typedKeys)) keys.set(name as KeyName, value);
  launch = createLauncher(hosted, {}, home);
  await launch.setUp();
  await doByHand(world, hosted);
  await launch.setUp();
});
afterAll(async () => {
  await hosted.stop();
  await db.drop();
});
beforeEach(() => {
  answers = null;
});

const silent = { onChecked: () => undefined, onStart: () => undefined, onSkip: () => undefined };
const store = () => openRotationStore(launch.context().keys.file);
const keyOnDisk = (name: KeyName) => openKeyStore('staging', { XDG_CONFIG_HOME: home }).get(name);
async function run(names: string, keys?: KeyStore): Promise<RotationResult[]> {
  const context = { ...launch.context(), ...(keys && { keys }) };
  const typed = answers;
  return await rotate(chosenRotations(names), context, {
    store: store(),
    ask: typed && ((name) => Promise.resolve(typed[name] ?? '')),
    progress: silent,
  });
}
const states = (results: RotationResult[]) =>
  Object.fromEntries(results.map(({ name, state }) => [name, state]));
const doctor = async () => problemsByStep(await checkAll(steps, launch.context()));

test.each([
  'MAINTENANCE_SECRET',
  'SANITY_WEBHOOK_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'RESEND_WEBHOOK_SECRET',
] as const)('%s is replaced in all places at once, and doctor finds nothing', async (name) => {
  const before = keyOnDisk(name);
  expect(await run(name)).toEqual([{ name, state: 'revoked', says: 'Replaced everywhere.' }]);
  expect(keyOnDisk(name)).not.toBe(before);
  expect(world.supabase.secrets.get(name)).toBe(keyOnDisk(name));
  expect(await doctor()).toEqual({});
  expect(store().read()).toEqual({});
});

test('the maintenance secret reaches the vault and the host, whose secrets nobody can read', async () => {
  await run('MAINTENANCE_SECRET');
  const secret = keyOnDisk('MAINTENANCE_SECRET');
  const [vault] =
    await db.sql`select decrypted_secret from vault.decrypted_secrets where name = 'maintenance_secret'`;
  expect(vault?.['decrypted_secret']).toBe(secret);
  expect(world.host.variables.get('MAINTENANCE_SECRET')).toEqual({ value: secret, secret: true });
});

test('Stripe and Resend keep one webhook each, the new one', async () => {
  const [endpoint] = world.stripe.endpoints;
  const [hook] = world.resend.webhooks;
  await run('STRIPE_WEBHOOK_SECRET,RESEND_WEBHOOK_SECRET');
  expect(world.stripe.endpoints).toHaveLength(1);
  expect(world.stripe.endpoints[0]?.secret).toBe(keyOnDisk('STRIPE_WEBHOOK_SECRET'));
  expect(world.stripe.endpoints[0]?.id).not.toBe(endpoint?.id);
  expect(world.resend.webhooks).toHaveLength(1);
  expect(world.resend.webhooks[0]?.signing_secret).toBe(keyOnDisk('RESEND_WEBHOOK_SECRET'));
  expect(world.resend.webhooks[0]?.events.toSorted()).toEqual(hook?.events.toSorted());
});

test('the old endpoint of Stripe stays as long as the functions do not have the new secret', async () => {
  const [old] = world.stripe.endpoints;
  const { keys, ...context } = launch.context();
  const broken: typeof fetch = (input, init) =>
    (input instanceof Request ? input.url : input.toString()).endsWith('/secrets') && init?.method === 'POST'
      ? Promise.reject(new TypeError('fetch failed'))
      : context.fetch(input, init);
  const tools = {
    store: store(),
    ask: null,
    progress: silent,
  };
  const [stopped] = await rotate(
    chosenRotations('STRIPE_WEBHOOK_SECRET'),
    { ...context, keys, fetch: broken },
    tools,
  );
  expect(stopped?.state).toBe('waits');
  expect(stopped?.says).toMatch(/^The old key stays, because function-secrets says:/);
  expect(world.stripe.endpoints.map(({ id }) => id)).toContain(old?.id);
  // The next run makes no third endpoint, because it continues where this run stopped.
  expect(world.stripe.endpoints).toHaveLength(2);
  expect(await run('STRIPE_WEBHOOK_SECRET')).toMatchObject([{ state: 'revoked' }]);
  expect(world.stripe.endpoints).toHaveLength(1);
  expect(await doctor()).toEqual({});
});

test('Resend’s key: the one that a person made is named until that person has revoked it', async () => {
  const old = typedKeys.RESEND_API_KEY;
  const [first] = await run('RESEND_API_KEY');
  expect(first).toMatchObject({
    state: 'waits',
    says: expect.stringContaining('resend.com/api-keys') as string,
  });
  const made = keyOnDisk('RESEND_API_KEY');
  expect(made).not.toBe(old);
  expect(world.supabase.secrets.get('RESEND_API_KEY')).toBe(made);
  expect(world.supabase.auth['smtp_pass']).toBe(made);
  expect(await run('RESEND_API_KEY')).toMatchObject([{ state: 'waits' }]);
  expect(world.resend.apiKeys).toHaveLength(1);
  world.resend.key = 're_revoked';
  expect(await run('RESEND_API_KEY')).toEqual([
    { name: 'RESEND_API_KEY', state: 'revoked', says: 'The old key no longer works.' },
  ]);
  // From now on the command revokes its own keys without a person.
  expect(await run('RESEND_API_KEY')).toMatchObject([{ state: 'revoked' }]);
  expect(world.resend.apiKeys.map(({ token }) => token)).toEqual([keyOnDisk('RESEND_API_KEY')]);
  expect(await doctor()).toEqual({});
});

test('Stripe’s key is asked for, set, and waits until Stripe refuses the old one', async () => {
  const fresh = `rk_test_${'n'.repeat(24)}`;
  expect(await run('STRIPE_SECRET_KEY')).toMatchObject([{ state: 'waits' }]);
  answers = { STRIPE_SECRET_KEY: typedKeys.STRIPE_SECRET_KEY };
  expect(await run('STRIPE_SECRET_KEY')).toMatchObject([{ state: 'waits', says: 'That is the old key.' }]);
  expect(keyOnDisk('STRIPE_SECRET_KEY')).toBe(typedKeys.STRIPE_SECRET_KEY);
  // A key that Stripe does not know is not stored anywhere.
  answers = { STRIPE_SECRET_KEY: fresh };
  const [unknown] = await run('STRIPE_SECRET_KEY');
  expect(unknown?.says).toMatch(/^The old key stays, because stripe-account says: .*Invalid API Key/);
  expect(unknown?.says).not.toContain(fresh);
  world.stripe.moreKeys = [fresh];
  expect(await run('STRIPE_SECRET_KEY')).toMatchObject([
    {
      state: 'waits',
      says: 'Revoke the old key at https://dashboard.stripe.com/apikeys. Then run this again.',
    },
  ]);
  expect(world.supabase.secrets.get('STRIPE_SECRET_KEY')).toBe(fresh);
  Object.assign(world.stripe, { key: fresh, moreKeys: [] });
  expect(await run('STRIPE_SECRET_KEY')).toMatchObject([{ state: 'revoked' }]);
  expect(await doctor()).toEqual({});
});

test('the preview’s token is made anew, its variables are written, and the old one is deleted', async () => {
  expect(await run('PREVIEW_READ_TOKEN')).toMatchObject([{ state: 'skipped' }]);
  const ids = 'preview-token,preview-variables';
  launch.context().keys.set('PREVIEW_URL', 'https://preview.otter.example');
  await launch.setUp(chooseSteps(steps, ids));
  const old = keyOnDisk('PREVIEW_READ_TOKEN') ?? '';
  const others = [
    { id: 'site', label: 'Otter site', token: 'sk1' },
    { id: 'production', label: 'Otter preview production', token: 'sk2' },
  ];
  world.sanity.robots.push(...others);
  // The first answer is lost. The token that it contained is deleted together with the old one.
  world.losesAnswers = true;
  expect(await run('PREVIEW_READ_TOKEN')).toMatchObject([{ state: 'waits' }]);
  world.losesAnswers = false;
  expect(await run('PREVIEW_READ_TOKEN')).toMatchObject([
    { state: 'revoked', says: 'The old key no longer works.' },
  ]);
  const token = keyOnDisk('PREVIEW_READ_TOKEN') ?? '';
  expect(token).not.toBe(old);
  expect(world.sanity.robots.map((robot) => robot.token).toSorted()).toEqual(
    ['sk1', 'sk2', token].toSorted(),
  );
  const file = launch.context().keys.file.replace('staging.json', 'preview-staging.env');
  expect(readFileSync(file, 'utf8')).toContain(`SANITY_READ_TOKEN=${token}\n`);
  expect(launch.output.at(-1)).toBe(`Start the preview again with the variables of ${file}.`);
  expect(problemsByStep(await launch.doctor(chooseSteps(steps, ids)))).toEqual({});

  const undo = change(world.sanity, 'robots', others);
  const [revoked] = await launch.doctor(chooseSteps(steps, 'preview-token'));
  expect(revoked).toMatchObject({ state: 'wrong', says: 'Sanity refuses the preview’s token.' });
  undo();
  launch.context().keys.set('PREVIEW_URL', '');
});

test('the database’s password is made and kept', async () => {
  await run('SUPABASE_DB_PASSWORD');
  expect(world.supabase.databasePassword).toBe(keyOnDisk('SUPABASE_DB_PASSWORD'));
});

test('the secret key of the database waits until only keys from after the leak are there', async () => {
  expect(await run('SUPABASE_SECRET_KEYS')).toMatchObject([{ state: 'waits' }]);
  const undo = change(world.supabase, 'apiKeys', [
    ...world.supabase.apiKeys.filter(({ type }) => type !== 'secret'),
    {
      name: 'default',
      type: 'secret',
      api_key: 'sb_secret_new',
      inserted_at: new Date(Date.now() + 1).toISOString(),
    },
  ]);
  expect(await run('SUPABASE_SECRET_KEYS')).toMatchObject([{ state: 'revoked' }]);
  undo();
});

test('each lost answer is survived: what was made is used or removed, and doctor finds nothing', async () => {
  world.losesAnswers = true;
  const names =
    'MAINTENANCE_SECRET,SANITY_WEBHOOK_SECRET,STRIPE_WEBHOOK_SECRET,RESEND_WEBHOOK_SECRET,RESEND_API_KEY';
  let results = await run(names);
  for (let again = 0; again < 20 && results.some(({ state }) => state === 'waits'); again++)
    results = await run(names);
  world.losesAnswers = false;
  expect(new Set(Object.values(states(results)))).toEqual(new Set(['revoked']));
  expect(world.stripe.endpoints).toHaveLength(1);
  expect(world.resend.webhooks).toHaveLength(1);
  expect(await doctor()).toEqual({});
});

test('the old value is kept for its owner alone, and no answer shows it', async () => {
  const [waits] = await run('SUPABASE_SECRET_KEYS,SANITY_AUTH_TOKEN');
  expect(waits?.state).toBe('waits');
  const file = launch.context().keys.file.replace('.json', '.rotation.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain(typedKeys.SANITY_AUTH_TOKEN);
  const away = {
    ...launch.context(),
    fetch: () => Promise.reject(new TypeError(`no ${typedKeys.SANITY_AUTH_TOKEN}`)),
  };
  answers = { SANITY_AUTH_TOKEN: `sk${'N'.repeat(60)}` };
  const tools = {
    store: store(),
    ask: () => Promise.resolve(`sk${'N'.repeat(60)}`),
    progress: silent,
  };
  const results = await rotate(chosenRotations('SANITY_AUTH_TOKEN'), away, tools);
  expect(JSON.stringify(results)).not.toContain(typedKeys.SANITY_AUTH_TOKEN);
  store().write({});
});

test('a variable of the environment that would hide the new value stops it before anything is set', async () => {
  const keys = openKeyStore('staging', { XDG_CONFIG_HOME: home, MAINTENANCE_SECRET: 'from-the-environment' });
  const before = world.supabase.secrets.get('MAINTENANCE_SECRET');
  const [result] = await run('MAINTENANCE_SECRET', keys);
  expect(result).toMatchObject({
    state: 'waits',
    says: expect.stringContaining('variable of the environment') as string,
  });
  expect(world.supabase.secrets.get('MAINTENANCE_SECRET')).toBe(before);
  await run('MAINTENANCE_SECRET');
});

test('a name that does not exist is refused, and every secret that setup knows can be rotated', () => {
  expect(() => chosenRotations('MAINTENANCE_SECRETS')).toThrow('There is no secret MAINTENANCE_SECRETS.');
  const names = rotations.map(({ name }) => name);
  // Keys that are asked for only on request belong to services about which setup knows nothing else.
  const secrets = keyNames.filter((name) => keyOf(name).secret && !keyOf(name).onRequest);
  expect(secrets).toContain('PREVIEW_READ_TOKEN');
  expect(names).toEqual(expect.arrayContaining(secrets));
});
