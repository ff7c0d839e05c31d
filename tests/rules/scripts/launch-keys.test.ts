import { chmodSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { askForKeys } from '#scripts/launch/ask.ts';
import { functionNames, readConfig } from '#scripts/launch/config.ts';
import { deployableFunctions } from '#scripts/launch/function-files.ts';
import { keyFile, openKeyStore } from '#scripts/launch/key-store.ts';
import { optionalKeyNames } from '#scripts/launch/optional-keys.ts';
import { steps } from '#scripts/launch/steps.ts';

const folder = () => ({ XDG_CONFIG_HOME: mkdtempSync(path.join(tmpdir(), 'keys-')) });
const live = `sk_live_${'a'.repeat(24)}`;
const testKey = `sk_test_${'a'.repeat(24)}`;

test('keys are kept for their owner alone, outside the repository, for each environment apart', () => {
  const env = folder();
  openKeyStore('production', env).set('STRIPE_SECRET_KEY', live);
  const file = keyFile('production', env);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ STRIPE_SECRET_KEY: live });
  expect(openKeyStore('production', env).get('STRIPE_SECRET_KEY')).toBe(live);
  expect(openKeyStore('staging', env).get('STRIPE_SECRET_KEY')).toBeUndefined();
});

test('a file that others can read is refused', () => {
  const env = folder();
  openKeyStore('staging', env).set('STRIPE_SECRET_KEY', testKey);
  chmodSync(keyFile('staging', env), 0o644);
  expect(() => openKeyStore('staging', env)).toThrow('Others can read');
});

test('a key of the other mode or of a wrong form is refused, and is not quoted', () => {
  const env = folder();
  expect(() => openKeyStore('production', { ...env, STRIPE_SECRET_KEY: testKey })).toThrow(
    /^STRIPE_SECRET_KEY does not have the form of such a key for production\. (?!.*sk_test)/,
  );
  expect(() => openKeyStore('staging', env).set('STRIPE_SECRET_KEY', live)).toThrow('does not have the form');
});

test('what switches a service on is taken from the file alone, whatever a shell has', () => {
  const env = {
    ...folder(),
    SENTRY_DSN: 'https://key@shell.example/1',
    TWILIO_ACCOUNT_SID: 'of another form',
  };
  const store = openKeyStore('staging', env);
  for (const name of optionalKeyNames) expect(store.get(name)).toBeUndefined();
  store.set('SENTRY_DSN', 'https://key@errors.example/1');
  expect(openKeyStore('staging', env).get('SENTRY_DSN')).toBe('https://key@errors.example/1');
  expect(store.isDeclined('SENTRY_DSN')).toBe(false);
  store.set('SENTRY_DSN', '');
  expect(openKeyStore('staging', env).get('SENTRY_DSN')).toBeUndefined();
  expect(openKeyStore('staging', env).isDeclined('SENTRY_DSN')).toBe(true);
});

test('what the file says can be told from what a variable says', () => {
  const env = folder();
  openKeyStore('staging', env).set('SUPABASE_PROJECT_REF', 'a'.repeat(20));
  const store = openKeyStore('staging', { ...env, SUPABASE_PROJECT_REF: 'b'.repeat(20) });
  expect([store.get('SUPABASE_PROJECT_REF'), store.getSaved('SUPABASE_PROJECT_REF')]).toEqual([
    'b'.repeat(20),
    'a'.repeat(20),
  ]);
});

test('the project of the other environment is refused, wherever its reference comes from', () => {
  const env = folder();
  const ref = 'a'.repeat(20);
  openKeyStore('production', env).set('SUPABASE_PROJECT_REF', ref);
  expect(() => openKeyStore('staging', { ...env, SUPABASE_PROJECT_REF: ref })).toThrow(
    'names the project of production',
  );
  const staging = openKeyStore('staging', env);
  staging.set('SUPABASE_PROJECT_REF', ref);
  for (const environment of ['staging', 'production'] as const)
    expect(() => openKeyStore(environment, env)).toThrow('Each environment has its own.');
  staging.set('SUPABASE_PROJECT_REF', 'b'.repeat(20));
  expect(openKeyStore('staging', env).get('SUPABASE_PROJECT_REF')).toBe('b'.repeat(20));
});

test('secrets do not appear in what is printed', () => {
  const store = openKeyStore('staging', {
    ...folder(),
    STRIPE_SECRET_KEY: testKey,
    SITE_URL: 'https://otter.example',
  });
  expect(store.redact(`${testKey} at https://otter.example`)).toBe(
    '[STRIPE_SECRET_KEY] at https://otter.example',
  );
});

test('each key is asked for once, again after a wrong answer, and never what setup makes itself', async () => {
  const env = folder();
  const asked: string[] = [];
  const answers = ['no address', 'https://otter.example'];
  const ask = (question: string) => {
    asked.push(question.split(',')[0] ?? '');
    return Promise.resolve(answers.shift() ?? '');
  };
  const only = steps.filter(({ id }) => id === 'site');
  await askForKeys(only, openKeyStore('staging', env), { environment: 'staging', ask });
  await askForKeys(only, openKeyStore('staging', env), { environment: 'staging', ask });
  expect(asked).toEqual(['Address of the site', 'Address of the site']);
});

test('what is not needed may be left empty, is not asked for again, and depends on the host of the site', async () => {
  const env = folder();
  const answer: Record<string, string> = {
    'Host of the site': 'netlify',
    'Address of the site': 'https://otter.example',
  };
  const questions: string[] = [];
  const ask = (question: string) => {
    questions.push(question);
    const known = Object.keys(answer).find((start) => question.startsWith(start));
    return Promise.resolve(known ? (answer[known] ?? '') : '');
  };
  const only = steps.filter(({ id }) => id === 'deploy-hook' || id === 'site');
  // These belong to the project and are given here, because this test is about the host's.
  const given = { SUPABASE_ACCESS_TOKEN: `sbp_${'a'.repeat(40)}` };
  const store = () => openKeyStore('staging', { ...env, ...given });
  await askForKeys(only, store(), { environment: 'staging', ask });
  const before = questions.length;
  expect(questions.filter((question) => /Cloudflare(?! Turnstile)/.test(question))).toEqual([]);
  expect(questions.filter((question) => question.includes('Netlify site ID'))).toHaveLength(1);
  await askForKeys(only, store(), { environment: 'staging', ask });
  expect(questions).toHaveLength(before);
  await askForKeys(only, store(), { environment: 'staging', ask, again: ['DEPLOY_HOOK_URL'] });
  expect(questions.slice(before)).toEqual([expect.stringContaining('deploy hook')]);
});

test('every step has an id of its own, and one that a person does has a link or says where', () => {
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  for (const { what } of steps) expect(what).toMatch(/^[A-Z].*\.$/);
});

test('every function is sent as one file with a release of its own', async () => {
  const functions = await deployableFunctions();
  expect(functions.map(({ name }) => name)).toEqual(functionNames().map(({ name }) => name));
  for (const { entrypoint, files } of functions) expect(files.map(({ name }) => name)).toEqual([entrypoint]);
  expect(new Set(functions.map(({ release }) => release)).size).toBe(functions.length);
});

test('plain values of the configuration are read by section', () => {
  const config = readConfig(
    '[auth]\nsite_url = "env(SITE_URL)"\n# a\n[auth.email]\notp_length = 6\nenabled = true\n',
  );
  expect(config.get('auth')).toEqual({ site_url: 'env(SITE_URL)' });
  expect(config.get('auth.email')).toEqual({ otp_length: 6, enabled: true });
});
