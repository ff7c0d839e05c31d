import { expect, test } from 'vitest';
import { envNames, readEnv } from '#server/env.ts';
import { testEnv } from '#support/functions-env.ts';

const complete = testEnv() as Record<string, string>;
const read = (values: Record<string, string | undefined>) => readEnv((name) => values[name]);

test('all missing and invalid variables are named at once', () => {
  const values = {
    ...complete,
    STRIPE_WEBHOOK_SECRET: undefined,
    RESEND_API_KEY: '',
    SITE_URL: 'otter.test',
  };
  expect(() => read(values)).toThrow(
    'Missing or wrong in the environment: SITE_URL, STRIPE_WEBHOOK_SECRET, RESEND_API_KEY. See .env.example.',
  );
});

test('the error about an invalid secret does not quote it', () => {
  expect(() => read({ ...complete, MAINTENANCE_SECRET: 'short' })).toThrow(/^(?!.*short)/);
});

test('a hosted project needs none of the doubles’ addresses, and no token for a public dataset', () => {
  const doubles = [
    ...['STRIPE_API_URL', 'RESEND_BASE_URL', 'SANITY_API_HOST', 'DEPLOY_HOOK_URL'],
    'SANITY_READ_TOKEN',
    ...['SENTRY_DSN', 'META_PIXEL_ID', 'META_ACCESS_TOKEN', 'META_TEST_EVENT_CODE', 'META_API_URL'],
    ...['ASSISTANT_API_KEY', 'ASSISTANT_MODEL', 'ASSISTANT_API_URL'],
    ...['TRANSLATION_API_KEY', 'TRANSLATION_API_URL'],
    ...['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
    ...['WHATSAPP_TEMPLATE', 'WHATSAPP_LANGUAGE', 'WHATSAPP_API_URL'],
    ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_API_URL'],
  ];
  const hosted = Object.fromEntries(Object.entries(complete).filter(([name]) => !doubles.includes(name)));
  expect(Object.keys(read(hosted))).toEqual(envNames.filter((name) => !doubles.includes(name)));
});

test('a trailing slash in an address is not doubled', () => {
  expect(read({ ...complete, SITE_URL: 'https://otter.test/' }).SITE_URL).toBe('https://otter.test');
});

test('secret keys of the new format take precedence over the legacy key', () => {
  const keyOf = (keys: string) => read({ ...complete, SUPABASE_SECRET_KEYS: keys }).SUPABASE_SERVICE_ROLE_KEY;
  expect(keyOf('{"functions":"sb_secret_b","default":"sb_secret_a"}')).toBe('sb_secret_a');
  expect(keyOf('{"functions":"sb_secret_b"}')).toBe('sb_secret_b');
  expect(keyOf('{}')).toBe(complete['SUPABASE_SERVICE_ROLE_KEY']);
  expect(keyOf('')).toBe(complete['SUPABASE_SERVICE_ROLE_KEY']);
  const hosted = {
    ...complete,
    SUPABASE_SERVICE_ROLE_KEY: '',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_a"}',
  };
  expect(read(hosted).SUPABASE_SERVICE_ROLE_KEY).toBe('sb_secret_a');
});

test.each(['sb_secret_hidden', '"sb_secret_hidden"', '{"default":7,"other":"sb_secret_hidden"}'])(
  'the error about secret keys that cannot be parsed names the variable without the keys: %s',
  (SUPABASE_SECRET_KEYS) => {
    const start = () => read({ ...complete, SUPABASE_SECRET_KEYS });
    expect(start).toThrow('Wrong in the environment: SUPABASE_SECRET_KEYS. See .env.example.');
    expect(start).toThrow(/^(?!.*hidden)/);
  },
);
