/** Faults of the Supabase project, its database and its sign-in, each of which doctor must find. */
import { changeAuthSetting, change, firstOf, changeInSql, type Fault } from './provoke.ts';
import { typedKeys } from '../world.ts';

export const projectFaults: Fault[] = [
  [
    'the project is in the wrong region',
    'project',
    /us-east-1, not in Singapore/,
    (world) => change(firstOf(world.supabase.projects), 'region', 'us-east-1'),
  ],
  [
    'the project is paused',
    'project',
    /INACTIVE/,
    (world) => change(firstOf(world.supabase.projects), 'status', 'INACTIVE'),
  ],
  [
    'only legacy API keys',
    'api-keys',
    /no publishable and no secret key/,
    (world) => change(world.supabase, 'apiKeys', [{ name: 'anon', type: 'legacy', api_key: 'ey' }]),
  ],
  [
    'sign-ins are signed with a shared secret',
    'token-signing',
    /a secret that several services share/,
    (world) => change(world.supabase, 'signingKeys', []),
  ],
  [
    'sign-ins are signed with the shared secret, although a key of two halves stands by',
    'token-signing',
    /a secret that several services share/,
    (world) =>
      change(world.supabase, 'signingKeys', [
        { algorithm: 'ES256', status: 'standby' },
        { algorithm: 'HS256', status: 'in_use' },
      ]),
  ],
  [
    'the shared secret of before is still accepted',
    'token-signing',
    /signed by ES256, but a shared secret is still accepted \(previously_used\)/,
    (world) =>
      change(world.supabase, 'signingKeys', [
        { algorithm: 'ES256', status: 'in_use' },
        { algorithm: 'HS256', status: 'previously_used' },
      ]),
  ],
  [
    'sign-ins are signed by a key that was never tried here',
    'token-signing',
    /EdDSA, which we have not tried/,
    (world) => change(world.supabase, 'signingKeys', [{ algorithm: 'EdDSA', status: 'in_use' }]),
  ],
  [
    'a migration is missing',
    'migrations',
    /Not applied: 20261121000000_first/,
    (world) =>
      changeInSql(
        world,
        `alter table supabase_migrations.schema_migrations rename to kept;
         create table supabase_migrations.schema_migrations (like supabase_migrations.kept)`,
        `drop table supabase_migrations.schema_migrations;
         alter table supabase_migrations.kept rename to schema_migrations`,
      ),
  ],
  [
    'a migration was rewritten after it was applied',
    'migrations',
    /20261121000000 was applied with a different text/,
    (world) =>
      changeInSql(
        world,
        `update supabase_migrations.schema_migrations set statements = statements || 'select 1'::text`,
        `update supabase_migrations.schema_migrations set statements = trim_array(statements, 1)`,
      ),
  ],
  [
    'the database is newer than the code',
    'migrations',
    /migrations that are not here: 20991231000000/,
    (world) =>
      changeInSql(
        world,
        `insert into supabase_migrations.schema_migrations (version) values ('20991231000000')`,
        `delete from supabase_migrations.schema_migrations where version = '20991231000000'`,
      ),
  ],
  ...(
    [
      ['lets everybody in', 'alter policy %1$I on %2$s using (true)', /\(changed\)/],
      ['is missing', 'drop policy %1$I on %2$s', /\(missing\)/],
    ] as const
  ).map(([how, command, says]): Fault => [
    `a policy ${how}`,
    'policies',
    says,
    async (world) => {
      const [policy] = await world.db.sql<
        { name: string; table: string; qual: string; cmd: string; roles: string }[]
      >`
        select policyname as name, format('%I.%I', schemaname, tablename) as table, qual, cmd, array_to_string(roles, ', ') as roles
        from pg_policies where schemaname = 'public' and cmd = 'SELECT' and qual <> 'true' order by 1 limit 1`;
      if (!policy) throw new Error('There is no policy.');
      const { name, table, qual, roles } = policy;
      const undoing = `drop policy if exists "${name}" on ${table};
        create policy "${name}" on ${table} for select to ${roles} using (${qual})`;
      return changeInSql(
        world,
        `do $$ begin execute format('${command}', '${name.replaceAll("'", "''")}', '${table}'); end $$`,
        undoing,
      );
    },
  ]),
  [
    'a policy that is not ours',
    'policies',
    /public\.settings: open|settings: open \(not ours\)/,
    (world) =>
      changeInSql(
        world,
        'create policy open on public.settings for select to anon using (true)',
        'drop policy open on public.settings',
      ),
  ],
  [
    'a table without row level security',
    'row-security',
    /leads has no row level security/,
    (world) =>
      changeInSql(
        world,
        'alter table public.leads disable row level security',
        'alter table public.leads enable row level security',
      ),
  ],
  [
    'a table that visitors may write',
    'row-security',
    /offers may be written by visitors/,
    (world) =>
      changeInSql(world, 'grant update on public.offers to anon', 'revoke update on public.offers from anon'),
  ],
  [
    'an error of Supabase’s advisor',
    'row-security',
    /Foreign tables are exposed/,
    (world) =>
      change(world.supabase, 'advice', [
        { level: 'ERROR', title: 'x', detail: 'Foreign tables are exposed' },
      ]),
  ],
  [
    'a public bucket of children’s photos',
    'buckets',
    /child-photos is public/,
    (world) =>
      changeInSql(
        world,
        `update storage.buckets set public = true where id = 'child-photos'`,
        `update storage.buckets set public = false where id = 'child-photos'`,
      ),
  ],
  [
    'values in the database’s log',
    'database-log',
    /log_min_error_statement/,
    (world) => change(world.supabase, 'logsAreQuiet', false),
  ],
  ...[
    ['requests are not checked before they run', 'pgrst.db_pre_request'],
    ['messages of the API reach the log', 'log_min_messages'],
  ].map(([fault = '', setting = '']): Fault => [
    fault,
    'api-role',
    new RegExp(`does not have ${setting.replace('.', String.raw`\.`)}`),
    // Sets this for one database only, because the role belongs to the databases of other tests as well.
    (world) =>
      changeInSql(
        world,
        `do $$ begin execute format('alter role authenticator in database %I set ${setting} = %L', current_database(),
          '${setting === 'log_min_messages' ? 'error' : ''}'); end $$`,
        `do $$ begin execute format('alter role authenticator in database %I reset ${setting}', current_database()); end $$`,
      ),
  ]),
  [
    'the API shows private functions',
    'data-api',
    /public,private/,
    (world) => change(world.supabase.postgrest, 'db_schema', 'public,private'),
  ],
  [
    'nobody is told of alerts',
    'staff-email',
    /staff_email is empty/,
    (world) =>
      changeInSql(
        world,
        'update public.settings set staff_email = null',
        `update public.settings set staff_email = '${typedKeys.STAFF_EMAIL}'`,
      ),
  ],
  [
    'callers are told apart by a header of their own',
    'address-header',
    /x-forwarded-for/,
    (world) =>
      changeInSql(
        world,
        `update public.settings set address_header = 'x-forwarded-for'`,
        `update public.settings set address_header = 'cf-connecting-ip'`,
      ),
  ],
  [
    'no backup since yesterday',
    'backups',
    /72 hours old/,
    (world) =>
      change(world.supabase, 'backups', [
        { inserted_at: new Date(Date.now() - 72 * 3_600_000).toISOString(), status: 'COMPLETED' },
      ]),
  ],
  ['no backup at all', 'backups', /There is no backup/, (world) => change(world.supabase, 'backups', [])],
  [
    'links of mails lead to localhost',
    'auth-urls',
    /site_url/,
    changeAuthSetting('site_url', 'http://localhost:3000'),
  ],
  [
    'addresses are not confirmed',
    'auth-sign-up',
    /mailer_autoconfirm/,
    changeAuthSetting('mailer_autoconfirm', true),
  ],
  [
    'leaked passwords are taken',
    'auth-passwords',
    /password_hibp_enabled/,
    changeAuthSetting('password_hibp_enabled', false),
  ],
  ['sign-in mails go by the built-in mailer', 'auth-mail', /smtp_host/, changeAuthSetting('smtp_host', null)],
  [
    'sign-in mails use an old key of Resend',
    'auth-mail',
    /smtp_pass/,
    changeAuthSetting('smtp_pass', 're_old'),
  ],
  [
    'thirty sign-in mails an hour',
    'auth-limits',
    /rate_limit_email_sent/,
    changeAuthSetting('rate_limit_email_sent', 30),
  ],
  [
    'links that mail scanners use up',
    'auth-texts',
    /mailer_templates_magic_link_content/,
    changeAuthSetting('mailer_templates_magic_link_content', '<a href="{{ .ConfirmationURL }}">'),
  ],
  [
    'no second factors',
    'auth-second-factor',
    /mfa_totp_enroll_enabled/,
    changeAuthSetting('mfa_totp_enroll_enabled', false),
  ],
  [
    'a captcha that the site does not show',
    'auth-captcha',
    /security_captcha_enabled/,
    changeAuthSetting('security_captcha_enabled', true),
  ],
  [
    'an extension is older than the server brings',
    'extensions',
    /Older than the server’s version: pgcrypto 1\.0 \(1\.\d\)/,
    (world) =>
      changeInSql(
        world,
        `create table kept_version as select extversion from pg_extension where extname = 'pgcrypto';
         update pg_extension set extversion = '1.0' where extname = 'pgcrypto'`,
        `update pg_extension set extversion = (select extversion from kept_version) where extname = 'pgcrypto';
         drop table kept_version`,
      ),
  ],
  [
    'the clocks of Stripe and the database differ',
    'clocks',
    /The database’s clock and Stripe’s differ by (59|60|61) seconds/,
    (world) => change(world.stripe, 'aheadMs', 60_000),
  ],
];
