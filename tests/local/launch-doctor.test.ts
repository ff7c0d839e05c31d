/** Provokes each way in which a launch fails without a sound, one by one: `npm run doctor` has to name it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosen, lookAtAll } from '#scripts/launch/run.ts';
import { asJson, sentences } from '#scripts/launch/print.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { startHosted, type Hosted } from '#support/hosted/hosted.ts';
import { faults, launcher } from '#support/hosted/launch.ts';
import { doByHand } from '#support/hosted/people.ts';
import { addVault } from '#support/hosted/sql.ts';
import { emptyWorld, typedKeys, type World } from '#support/hosted/world.ts';

let db: TestDatabase;
let world: World;
let hosted: Hosted;
let launch: ReturnType<typeof launcher>;
beforeAll(async () => {
  db = await createDatabase();
  await addVault(db.url);
  world = emptyWorld(db);
  hosted = await startHosted(world);
  launch = launcher(hosted);
  await launch.setUp();
  await doByHand(world, hosted);
  await launch.setUp();
});
afterAll(async () => {
  await hosted.stop();
  await db.drop();
});

test('without a fault everything is right', async () => {
  expect(faults(await launch.doctor())).toEqual({});
});

type Undo = () => unknown;

/** Changes something, and returns how it is put back. */
function change<T extends object, K extends keyof T>(object: T, key: K, value: T[K]): Undo {
  const before = object[key];
  object[key] = value;
  return () => {
    object[key] = before;
  };
}

function removeFrom<K, V>(map: Map<K, V>, key: K): Undo {
  const before = map.get(key) as V;
  map.delete(key);
  return () => map.set(key, before);
}

function setIn<K, V>(map: Map<K, V>, key: K, value: V): Undo {
  const before = map.get(key) as V;
  map.set(key, value);
  return () => map.set(key, before);
}

async function inSql(doing: string, undoing: string): Promise<Undo> {
  await db.sql.unsafe(doing);
  return () => db.sql.unsafe(undoing);
}

const auth = (name: string, value: unknown) => () => change(world.supabase.auth, name, value);
const first = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('There is none.');
  return one;
};
const functionOf = (name: string) => {
  const found = world.supabase.functions.get(name);
  if (!found) throw new Error(`${name} is not deployed.`);
  return found;
};
const today = () => Math.floor(Date.now() / 1000);

const silent: [fault: string, id: string, says: RegExp, provoke: () => Undo | Promise<Undo>][] = [
  [
    'the project is in the wrong region',
    'project',
    /us-east-1, not in Singapore/,
    () => change(first(world.supabase.projects), 'region', 'us-east-1'),
  ],
  ['the project is paused', 'project', /INACTIVE/, () => change(first(world.supabase.projects), 'status', 'INACTIVE')],
  [
    'only legacy API keys',
    'api-keys',
    /no publishable and no secret key/,
    () => change(world.supabase, 'apiKeys', [{ name: 'anon', type: 'legacy', api_key: 'ey' }]),
  ],
  [
    'a migration is missing',
    'migrations',
    /Not applied: 20261121000000_first/,
    () =>
      inSql(
        `alter table supabase_migrations.schema_migrations rename to kept;
         create table supabase_migrations.schema_migrations (like supabase_migrations.kept)`,
        `drop table supabase_migrations.schema_migrations;
         alter table supabase_migrations.kept rename to schema_migrations`,
      ),
  ],
  [
    'a migration was rewritten after it was applied',
    'migrations',
    /20261121000000 was applied with another text/,
    () =>
      inSql(
        `update supabase_migrations.schema_migrations set statements = statements || 'select 1'::text`,
        `update supabase_migrations.schema_migrations set statements = trim_array(statements, 1)`,
      ),
  ],
  [
    'the database is newer than the code',
    'migrations',
    /migrations that are not here: 20991231000000/,
    () =>
      inSql(
        `insert into supabase_migrations.schema_migrations (version) values ('20991231000000')`,
        `delete from supabase_migrations.schema_migrations where version = '20991231000000'`,
      ),
  ],
  [
    'a table without row level security',
    'row-security',
    /leads has no row level security/,
    () =>
      inSql('alter table public.leads disable row level security', 'alter table public.leads enable row level security'),
  ],
  [
    'a table that visitors may write',
    'row-security',
    /offers may be written by visitors/,
    () => inSql('grant update on public.offers to anon', 'revoke update on public.offers from anon'),
  ],
  [
    'an error of Supabase’s advisor',
    'row-security',
    /Foreign tables are exposed/,
    () => change(world.supabase, 'advice', [{ level: 'ERROR', title: 'x', detail: 'Foreign tables are exposed' }]),
  ],
  [
    'a public bucket of children’s photos',
    'buckets',
    /child-photos is public/,
    () =>
      inSql(
        `update storage.buckets set public = true where id = 'child-photos'`,
        `update storage.buckets set public = false where id = 'child-photos'`,
      ),
  ],
  ['values in the database’s log', 'database-log', /log_min_error_statement/, () => change(world.supabase, 'logsAreQuiet', false)],
  [
    'the API shows private functions',
    'data-api',
    /public,private/,
    () => change(world.supabase.postgrest, 'db_schema', 'public,private'),
  ],
  [
    'nobody is told of alerts',
    'staff-email',
    /staff_email is empty/,
    () =>
      inSql(
        'update public.settings set staff_email = null',
        `update public.settings set staff_email = '${typedKeys.STAFF_EMAIL}'`,
      ),
  ],
  [
    'callers are told apart by a header of their own',
    'address-header',
    /x-forwarded-for/,
    () =>
      inSql(
        `update public.settings set address_header = 'x-forwarded-for'`,
        `update public.settings set address_header = 'cf-connecting-ip'`,
      ),
  ],
  ['links of mails lead to localhost', 'auth-urls', /site_url/, auth('site_url', 'http://localhost:3000')],
  ['addresses are not confirmed', 'auth-sign-up', /mailer_autoconfirm/, auth('mailer_autoconfirm', true)],
  ['leaked passwords are taken', 'auth-passwords', /password_hibp_enabled/, auth('password_hibp_enabled', false)],
  ['sign-in mails go by the built-in mailer', 'auth-mail', /smtp_host/, auth('smtp_host', null)],
  ['sign-in mails use an old key of Resend', 'auth-mail', /smtp_pass/, auth('smtp_pass', 're_old')],
  ['thirty sign-in mails an hour', 'auth-limits', /rate_limit_email_sent/, auth('rate_limit_email_sent', 30)],
  [
    'links that mail scanners use up',
    'auth-texts',
    /mailer_templates_magic_link_content/,
    auth('mailer_templates_magic_link_content', '<a href="{{ .ConfirmationURL }}">'),
  ],
  ['no second factors', 'auth-second-factor', /mfa_totp_enroll_enabled/, auth('mfa_totp_enroll_enabled', false)],
  [
    'a captcha that the site does not show',
    'auth-captcha',
    /security_captcha_enabled/,
    auth('security_captcha_enabled', true),
  ],
  [
    'a secret of the functions is missing',
    'function-secrets',
    /not set: STRIPE_WEBHOOK_SECRET/,
    () => removeFrom(world.supabase.secrets, 'STRIPE_WEBHOOK_SECRET'),
  ],
  [
    'a test key among live keys',
    'function-secrets',
    /other values than we do: STRIPE_SECRET_KEY/,
    () => setIn(world.supabase.secrets, 'STRIPE_SECRET_KEY', 'sk_test_another'),
  ],
  [
    'a missing secret stops every function',
    'functions-answer',
    /asked-questions \(503, BOOT_ERROR\)/,
    () => removeFrom(world.supabase.secrets, 'MAIL_FROM'),
  ],
  [
    'a function was not deployed',
    'functions',
    /Not deployed: stripe-webhook/,
    () => removeFrom(world.supabase.functions, 'stripe-webhook'),
  ],
  [
    'a function of another version',
    'functions',
    /other sources: create-checkout/,
    () => change(functionOf('create-checkout'), 'name', 'create-checkout 000000000000'),
  ],
  [
    'a function that another command has deployed',
    'functions',
    /cannot be compared: create-checkout/,
    () => change(functionOf('create-checkout'), 'name', 'create-checkout'),
  ],
  [
    'the gateway asks mail programs for a token',
    'functions',
    /against supabase\/config.toml: stop-news/,
    () => change(functionOf('stop-news'), 'verify_jwt', true),
  ],
  [
    'one-click unsubscribe answers 401',
    'unsubscribe',
    /answers 401/,
    () => change(functionOf('stop-news'), 'verify_jwt', true),
  ],
  [
    'a function crashes',
    'functions-answer',
    /pictures \(500, WORKER_ERROR\)/,
    () => {
      world.supabase.failing.set('pictures', 500);
      return () => world.supabase.failing.delete('pictures');
    },
  ],
  [
    'the functions let another site call',
    'browser-calls',
    /let https:\/\/www.otter.example call/,
    () => setIn(world.supabase.secrets, 'SITE_URL', 'https://www.otter.example'),
  ],
  [
    'no timer',
    'timer',
    /no scheduled job “chores”/,
    () =>
      inSql(
        `update cron.job set jobname = 'other' where jobname = 'chores'`,
        `update cron.job set jobname = 'chores' where jobname = 'other'`,
      ),
  ],
  [
    'a switched-off timer',
    'timer',
    /“mails” is switched off/,
    () =>
      inSql(
        `update cron.job set active = false where jobname = 'mails'`,
        `update cron.job set active = true where jobname = 'mails'`,
      ),
  ],
  [
    'a timer that calls another project',
    'timer',
    /another address/,
    () =>
      inSql(
        `update cron.job set command = replace(command, 'abcdefghij', 'jihgfedcba')`,
        `update cron.job set command = replace(command, 'jihgfedcba', 'abcdefghij')`,
      ),
  ],
  [
    'another word in the vault',
    'timer',
    /another MAINTENANCE_SECRET than the functions/,
    () => inSql(`update vault.secrets set secret = secret || 'x'`, `update vault.secrets set secret = rtrim(secret, 'x')`),
  ],
  [
    'nobody hears that the timer is refused',
    'timer-answers',
    /None of the timer’s calls .*: 2 × 401/,
    () => inSql('update net._http_response set status_code = 401', 'update net._http_response set status_code = 200'),
  ],
  [
    'no chore has run',
    'chores',
    /No chore has ever run/,
    () =>
      inSql(
        'create table public.kept_chores as table public.chores; truncate public.chores',
        'insert into public.chores select * from public.kept_chores; drop table public.kept_chores',
      ),
  ],
  [
    'one chore stands still',
    'chores',
    /Late: release_holds \(60 minutes\)/,
    () =>
      inSql(
        `update public.chores set done_at = clock_timestamp() - interval '1 hour' where name = 'release_holds'`,
        'update public.chores set done_at = clock_timestamp()',
      ),
  ],
  [
    'an alert that nobody read',
    'alerts',
    /outbox_late/,
    () =>
      inSql(
        `insert into public.alerts (kind, value, threshold) values ('outbox_late', 900, 300)`,
        'delete from public.alerts',
      ),
  ],
  [
    'Stripe does not take payments',
    'stripe-account',
    /does not let this account take payments/,
    () => change(world.stripe.account, 'charges_enabled', false),
  ],
  ['no webhook at Stripe', 'stripe-webhook', /There is no webhook/, () => change(world.stripe, 'endpoints', [])],
  [
    'an event that Stripe does not send',
    'stripe-webhook',
    /does not send charge.dispute.created/,
    () => {
      const endpoint = first(world.stripe.endpoints);
      return change(
        endpoint,
        'enabled_events',
        endpoint.enabled_events.filter((event) => event !== 'charge.dispute.created'),
      );
    },
  ],
  [
    'events of another version',
    'stripe-webhook',
    /another version/,
    () => change(first(world.stripe.endpoints), 'api_version', '2025-01-01.old'),
  ],
  [
    'Stripe has switched the webhook off',
    'stripe-webhook',
    /is disabled/,
    () => change(first(world.stripe.endpoints), 'status', 'disabled'),
  ],
  [
    'each event is delivered twice',
    'stripe-webhook',
    /2 endpoints have the same address/,
    () =>
      change(world.stripe, 'endpoints', [
        ...world.stripe.endpoints,
        { ...first(world.stripe.endpoints), id: 'we_old', api_version: '2025-01-01.old' },
      ]),
  ],
  [
    'Stripe’s events are refused',
    'stripe-deliveries',
    /1 events were not taken, the newest a checkout.session.completed/,
    () =>
      change(world.stripe, 'events', [
        { type: 'checkout.session.completed', created: today(), delivered: false },
        { type: 'product.created', created: today(), delivered: false },
      ]),
  ],
  [
    'PayNow is promised and not offered',
    'payment-methods',
    /does not offer it yet: PayNow/,
    () => change(world.stripe.methods, 'paynow', { available: false, preference: 'on' }),
  ],
  ['the customer portal was never saved', 'stripe-portal', /never saved/, () => change(world.stripe, 'portal', null)],
  [
    'the mail domain is not verified',
    'mail-domain',
    /is not_started/,
    () => change(first(world.resend.domains), 'status', 'not_started'),
  ],
  [
    'mails to families are tracked',
    'mail-domain',
    /tracks who opens/,
    () => change(first(world.resend.domains), 'open_tracking', true),
  ],
  ['no DMARC', 'mail-dmarc', /no DMARC record/, () => removeFrom(world.dns, '_dmarc.otter.example')],
  ['bounces reach nobody', 'mail-webhook', /reports to nobody/, () => change(world.resend, 'webhooks', [])],
  [
    'Resend signs with another secret',
    'mail-webhook',
    /another secret/,
    () => change(first(world.resend.webhooks), 'signing_secret', 'whsec_AAAA'),
  ],
  [
    'a private dataset without a token',
    'read-token',
    /private, and the functions have no token/,
    () => setIn(world.sanity.datasets, 'production', 'private'),
  ],
  ['Studio is not let in', 'studio-origin', /does not let https:\/\/studio/, () => change(world.sanity, 'cors', [])],
  ['Sanity tells nobody', 'publish-webhook', /tells nobody/, () => change(world.sanity, 'hooks', [])],
  [
    'Sanity signs with another secret',
    'publish-webhook',
    /another secret/,
    () => change(first(world.sanity.hooks), 'secret', 'another'),
  ],
  [
    'each uploaded picture builds the site',
    'publish-webhook',
    /drafts or pictures/,
    () => change(first(world.sanity.hooks), 'rule', { on: ['create', 'update', 'delete'], filter: null, projection: null }),
  ],
  [
    'Sanity’s calls are refused',
    'publish-deliveries',
    /answered with 401/,
    () =>
      change(world.sanity, 'attempts', [
        { createdAt: '2026-11-30T10:00:00Z', isFailure: true, resultCode: 401 },
        { createdAt: '2026-11-30T09:00:00Z', isFailure: false, resultCode: 200 },
      ]),
  ],
  [
    'a published price never reached the checkout',
    'prices',
    /Charged otherwise than published, or not at all: pass-term/,
    () => change(first(world.sanity.documents), 'price', 597),
  ],
  [
    'something is sold that is not published',
    'prices',
    /pass-term/,
    () => change(first(world.sanity.documents), 'available', false),
  ],
  [
    'publishing asks for no build',
    'deploy-hook',
    /No deploy hook/,
    () => {
      const undo = removeFrom(world.supabase.secrets, 'DEPLOY_HOOK_URL');
      const { context } = launch;
      launch.context = () => {
        const real = context();
        const get: typeof real.keys.get = (name) => (name === 'DEPLOY_HOOK_URL' ? undefined : real.keys.get(name));
        return { ...real, keys: { ...real.keys, get } };
      };
      return () => {
        launch.context = context;
        return undo();
      };
    },
  ],
  [
    'the build has the key of another project',
    'build',
    /PUBLIC_SUPABASE_KEY/,
    () => setIn(world.host.variables, 'PUBLIC_SUPABASE_KEY', { value: 'sb_publishable_old', secret: false }),
  ],
  [
    'the host ignores _headers',
    'site',
    /does not send X-Frame-Options/,
    () => {
      const { 'X-Frame-Options': _, ...headers } = world.site.headers;
      return change(world.site, 'headers', headers);
    },
  ],
  ['the site is down', 'site', /answers 503/, () => change(world.site, 'status', 503)],
  ['the address with www. fails', 'site-names', /cannot be reached/, () => change(world.site, 'www', 'missing')],
  [
    'the address with www. shows a second site',
    'site-names',
    /answers 200 and does not lead/,
    () => change(world.site, 'www', 'copy'),
  ],
  [
    'the last build failed',
    'pages',
    /The last build failed: No pass/,
    () =>
      inSql(
        `insert into public.site_builds (build, state, reason, finished_at) values ('two', 'failed', 'No pass', now())`,
        `delete from public.site_builds where build = 'two'`,
      ),
  ],
  [
    'pages are older than the last publish',
    'pages',
    /not built: Flexi/,
    () =>
      inSql(
        `update public.site_builds set started_at = now() - interval '3 hours';
         insert into public.publications (document_id, revision, title, updated_at, published_at)
         values ('pass-flexi', 'r2', 'Flexi', now(), now() - interval '1 hour')`,
        `delete from public.publications; update public.site_builds set started_at = now()`,
      ),
  ],
  [
    'an admin without a second factor',
    'admin-factors',
    /Without a second factor: owner@otter.example/,
    () =>
      inSql(
        `update auth.mfa_factors set status = 'unverified'`,
        `update auth.mfa_factors set status = 'verified'`,
      ),
  ],
  [
    'the second factor is not required',
    'second-factor',
    /not required of: admin/,
    () =>
      inSql(
        `update public.settings set second_factor_roles = '{business_admin}'`,
        `update public.settings set second_factor_roles = '{admin,business_admin}'`,
      ),
  ],
  [
    'no backup since yesterday',
    'backups',
    /72 hours old/,
    () =>
      change(world.supabase, 'backups', [
        { inserted_at: new Date(Date.now() - 72 * 3_600_000).toISOString(), status: 'COMPLETED' },
      ]),
  ],
  ['no backup at all', 'backups', /There is no backup/, () => change(world.supabase, 'backups', [])],
];

test.each(silent)('%s: doctor names it in the step %s', async (_fault, id, says, provoke) => {
  const undo = await provoke();
  try {
    const [result] = await lookAtAll(chosen(steps, id), launch.context());
    expect(result?.says).toMatch(says);
    expect(result?.state).not.toBe('ok');
    expect(result?.parents).toMatch(/^[“A-Z].*\.$/);
  } finally {
    await undo();
  }
});

test('a service that refuses the key, or that cannot be reached, is unknown and never right', async () => {
  const undo = change(world.stripe, 'key', 'sk_test_revoked');
  const [refused] = await launch.doctor(chosen(steps, 'stripe-webhook'));
  undo();
  expect(refused).toMatchObject({ state: 'unknown', says: expect.stringContaining('Invalid API Key') as string });

  const away = { ...launch.context(), fetch: () => Promise.reject(new TypeError('fetch failed')) };
  const results = await lookAtAll(steps, away);
  expect(results.filter(({ state }) => state === 'ok').map(({ step }) => step.id)).toEqual([
    'mail-dmarc',
    'stripe-receipts',
  ]);
});

test('a step without its key says which, and no answer shows a secret', async () => {
  const undo = change(world.supabase, 'token', 'another');
  const { context } = launcher(hosted, { RESEND_API_KEY: '' });
  const results = await lookAtAll(steps, context());
  undo();
  const text = JSON.stringify(results.map(asJson)) + results.map(sentences).join('\n');
  expect(text).toContain('RESEND_API_KEY is not given.');
  for (const name of ['SUPABASE_ACCESS_TOKEN', 'STRIPE_SECRET_KEY', 'SANITY_AUTH_TOKEN'] as const)
    expect(text).not.toContain(typedKeys[name]);
});
