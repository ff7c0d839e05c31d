/** Faults of Sanity, the site's host and the published content, each of which doctor must find. */
import { change, firstOf, changeInSql, setIn, type Fault } from './provoke.ts';

export const contentFaults: Fault[] = [
  [
    'a private dataset without a token',
    'read-token',
    /private, and the functions have no token/,
    (world) => setIn(world.sanity.datasets, 'production', 'private'),
  ],
  [
    'Studio is not let in',
    'studio-origin',
    /does not let https:\/\/studio/,
    (world) => change(world.sanity, 'cors', []),
  ],
  ['Studio is not deployed', 'studio', /answers 404/, (world) => change(world.sanity, 'studioPage', null)],
  [
    'another page at Studio’s address',
    'studio',
    /something other than Studio/,
    (world) => change(world.sanity, 'studioPage', '<p>Soon</p>'),
  ],
  [
    'Sanity tells nobody',
    'publish-webhook',
    /no webhook that reports publications/,
    (world) => change(world.sanity, 'hooks', []),
  ],
  [
    'Sanity signs with another secret',
    'publish-webhook',
    /a secret other than ours/,
    (world) => change(firstOf(world.sanity.hooks), 'secret', 'another'),
  ],
  [
    'each uploaded picture builds the site',
    'publish-webhook',
    /drafts or pictures/,
    (world) =>
      change(firstOf(world.sanity.hooks), 'rule', {
        on: ['create', 'update', 'delete'],
        filter: null,
        projection: null,
      }),
  ],
  [
    'Sanity’s calls are refused',
    'publish-deliveries',
    /answered with 401/,
    (world) =>
      change(world.sanity, 'attempts', [
        { createdAt: '2026-11-30T10:00:00Z', isFailure: true, resultCode: 401 },
        { createdAt: '2026-11-30T09:00:00Z', isFailure: false, resultCode: 200 },
      ]),
  ],
  [
    'a published price never reached the checkout',
    'prices',
    /Charged differently from what is published, or not at all: pass-term/,
    (world) => change(firstOf(world.sanity.documents), 'price', 597),
  ],
  [
    'something is sold that is not published',
    'prices',
    /pass-term/,
    (world) => change(firstOf(world.sanity.documents), 'available', false),
  ],
  [
    'a page shows another price than is charged',
    'page-prices',
    /shows prices that differ from what the checkout charges: pass-term/,
    (world) => setIn(world.site.prices, 'pass-term', 59_700),
  ],
  [
    'a page sells what the checkout does not know',
    'page-prices',
    /shows prices that differ from what the checkout charges: pass-gone/,
    (world) => {
      world.site.prices.set('pass-gone', 100);
      return () => world.site.prices.delete('pass-gone');
    },
  ],
  [
    'a planned price has begun, and the page shows the one of before',
    'page-prices',
    /shows prices that differ from what the checkout charges: pass-term/,
    (world) =>
      changeInSql(
        world,
        `update public.offers set details = details
           || '{"planned_prices": [{"from": "2026-01-01T00:00:00Z", "price_cents": 59700}]}' where id = 'pass-term'`,
        `update public.offers set details = details - 'planned_prices' where id = 'pass-term'`,
      ),
  ],
  [
    'a page sells what has left the sale',
    'page-prices',
    /shows prices that differ from what the checkout charges: pass-term/,
    (world) =>
      changeInSql(
        world,
        `update public.offers set details = details || '{"sale_time": {"until": "2026-01-01T00:00:00Z"}}'
         where id = 'pass-term'`,
        `update public.offers set details = details - 'sale_time' where id = 'pass-term'`,
      ),
  ],
  [
    'pages fail more often than usual',
    'error-rate',
    /30 errors within a day \(usually 0\.0\)/,
    (world) =>
      changeInSql(
        world,
        `insert into public.error_reports (error_type, message, url, fingerprint, cause) select 'RUNTIME_ERROR', 'broken', '/camps', 'f', 'c' from generate_series(1, 30)`,
        'delete from public.error_reports',
      ),
  ],
  [
    'the build has the key of another project',
    'build',
    /PUBLIC_SUPABASE_KEY/,
    (world) =>
      setIn(world.host.variables, 'PUBLIC_SUPABASE_KEY', { value: 'sb_publishable_old', secret: false }),
  ],
  [
    'the host ignores _headers',
    'site',
    /does not send X-Frame-Options/,
    (world) => {
      const { 'X-Frame-Options': _, ...headers } = world.site.headers;
      return change(world.site, 'headers', headers);
    },
  ],
  ['the site is down', 'site', /answers 503/, (world) => change(world.site, 'status', 503)],
  [
    'the address with www. fails',
    'site-names',
    /cannot be reached/,
    (world) => change(world.site, 'www', 'missing'),
  ],
  [
    'the address with www. shows a second site',
    'site-names',
    /answers 200 and does not lead/,
    (world) => change(world.site, 'www', 'copy'),
  ],
  [
    'the last build failed',
    'pages',
    /The last build failed: No pass/,
    (world) =>
      changeInSql(
        world,
        `insert into public.site_builds (build, state, reason, finished_at) values ('two', 'failed', 'No pass', now())`,
        `delete from public.site_builds where build = 'two'`,
      ),
  ],
  [
    'a finished build was not uploaded',
    'pages',
    /The live site is an earlier build/,
    async (world) => {
      const undo = change(world.site, 'build', 'zero');
      const made = await changeInSql(
        world,
        `update public.site_builds set finished_at = now() - interval '1 hour'`,
        `update public.site_builds set finished_at = now()`,
      );
      return async () => {
        undo();
        await made();
      };
    },
  ],
  [
    'the live site does not say which build it is',
    'pages',
    /The last build may still be uploading/,
    (world) => change(world.site, 'build', null),
  ],
  [
    'pages are older than the last publish',
    'pages',
    /not built: Flexi/,
    (world) =>
      changeInSql(
        world,
        `update public.site_builds set started_at = now() - interval '3 hours';
         insert into public.publications (document_id, revision, title, updated_at, published_at)
         values ('pass-flexi', 'r2', 'Flexi', now(), now() - interval '1 hour')`,
        `delete from public.publications; update public.site_builds set started_at = now()`,
      ),
  ],
  [
    'an admin without a second factor',
    'admin-factors',
    /Without two-step sign-in: second@otter.example/,
    (world) =>
      changeInSql(
        world,
        `insert into auth.users (id, email) values ('99999999-0000-4000-8000-000000000001', 'second@otter.example');
         insert into public.user_roles (user_id, role) values ('99999999-0000-4000-8000-000000000001', 'admin')`,
        `delete from public.user_roles where user_id = '99999999-0000-4000-8000-000000000001'`,
      ),
  ],
  [
    'the second factor is not required',
    'second-factor',
    /not required for: admin/,
    (world) =>
      changeInSql(
        world,
        `update public.settings set second_factor_roles = '{business_admin}'`,
        `update public.settings set second_factor_roles = '{admin,business_admin}'`,
      ),
  ],
  [
    'the site shows another version than was deployed',
    'release',
    /The site shows commit bbbbbbbbbbbb, and not v0\.1\.0/,
    async (world) => {
      const undo = await changeInSql(
        world,
        `create table if not exists supabase_migrations.deployments (id uuid, kind text, version text, commit text, stage text,
           migrations text[], site_id text, failure text, began_at timestamptz default now(), alive_at timestamptz default now(), ended_at timestamptz);
         insert into supabase_migrations.deployments (id, kind, version, commit, stage, migrations, site_id, ended_at)
         values (gen_random_uuid(), 'deploy', 'v0.1.0', '${'a'.repeat(40)}', 'done', '{}', 'one', now())`,
        'drop table supabase_migrations.deployments',
      );
      const { live, deployments } = world.host;
      world.host.deployments = [{ id: 'pushed', commit: 'b'.repeat(40), state: 'ready', readsUntilBuilt: 0 }];
      world.host.live = 'pushed';
      return () => {
        Object.assign(world.host, { live, deployments });
        return undo();
      };
    },
  ],
];
