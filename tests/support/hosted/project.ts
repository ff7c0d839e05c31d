/** Simulates a Supabase project's own address with its edge functions, its timer, and the site itself. */
import { Hono, type Context } from 'hono';
import { paths } from '#config/paths.ts';
import { offerProduct } from '#features/seo/products.ts';
import { envNames } from '#server/env.ts';
import { projectRef, type World } from './world.ts';

/** These secrets are optional for the start of the functions. Supabase sets its own secrets itself. */
const optionalNames =
  /^(SUPABASE_|STRIPE_API_URL|RESEND_BASE_URL|RESEND_WEBHOOK_SECRET|SANITY_API_HOST|SANITY_READ_TOKEN|DEPLOY_HOOK_URL|SENTRY_|ASSISTANT_|TRANSLATION_|META_|WHATSAPP_|TWILIO_)/;
const requiredSecrets = envNames.filter((name) => !optionalNames.test(name));

/** Simulates the gateway of the edge functions. The functions themselves only return their first answers. */
export function projectSite(world: World): Hono {
  const { functions, failing, secrets } = world.supabase;
  const app = new Hono();
  app.all('/functions/v1/:name/:rest{.*}?', async (c) => {
    const { name } = c.req.param();
    const deployed = functions.get(name);
    if (!deployed) return c.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404);
    if (
      deployed.verify_jwt &&
      c.req.method !== 'OPTIONS' &&
      !c.req.header('authorization')?.startsWith('Bearer ey')
    )
      return c.json({ code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' }, 401);
    if (failing.has(name)) return c.json({ code: 'WORKER_ERROR', message: 'Function exited' }, 500);
    if (requiredSecrets.some((secret) => !secrets.has(secret)))
      return c.json({ code: 'BOOT_ERROR', message: 'Function failed to start' }, 503);
    c.header('access-control-allow-origin', secrets.get('SITE_URL') ?? '');
    if (c.req.method === 'OPTIONS') return c.body(null, 204);
    if (c.req.path.endsWith('/error-monitor/maintenance') && c.req.method === 'POST')
      return runChores(c, world);
    if (name === 'stop-news' && c.req.method === 'POST') return c.json({ ok: true });
    if (name === 'error-monitor') return c.json({ status: 'ok' });
    return c.json({ code: 'invalid_input', field: 'method' }, 405);
  });
  return app;
}

async function runChores(c: Context, world: World): Promise<Response> {
  if (c.req.header('authorization') !== `Bearer ${world.supabase.secrets.get('MAINTENANCE_SECRET')}`)
    return c.json({ code: 'unauthorized' }, 401);
  await world.db.sql`insert into public.chores (name, began_at, done_at, ms)
    select name, clock_timestamp(), clock_timestamp(), 5 from unnest(array['release_holds', 'outbox', 'alerts']) name
    on conflict (name) do update set done_at = excluded.done_at, failures = 0`;
  return c.json({ status: 'ok' });
}

/** Runs the scheduled jobs once, as pg_cron and pg_net do every minute, and stores the answers. */
export async function runCronJobs(world: World, fetcher: typeof fetch): Promise<void> {
  const { sql } = world.db;
  const jobs = await sql<{ command: string }[]>`select command from cron.job where active`;
  const [secret] = await sql<
    { decrypted_secret: string }[]
  >`select decrypted_secret from vault.decrypted_secrets`;
  for (const { command } of jobs) {
    const url = /url := '([^']+)'/.exec(command)?.[1];
    if (!url) continue;
    const headers = { authorization: `Bearer ${secret?.decrypted_secret ?? ''}` };
    const { status } = await fetcher(url, { method: 'POST', headers });
    await sql`insert into net._http_response (status_code) values (${status})`;
  }
}

/** Simulates the site's host: the site itself or, with `isWww`, the address with www., which redirects to it. */
export function siteHost(world: World, isWww: boolean): Hono {
  const { site } = world;
  const app = new Hono();
  app.get('/', (c) => {
    if (isWww && site.www === 'redirect') return c.redirect('https://otter.example/', 301);
    for (const [name, value] of Object.entries(site.headers)) c.header(name, value);
    return c.html('<!doctype html>', site.status as 200);
  });
  app.get('/build.json', (c) => (site.build === null ? c.notFound() : c.json({ build: site.build })));
  const selling = [paths.passes, paths.teamPasses, paths.tryOutForKids, paths.camps, paths.birthdays];
  for (const path of selling)
    app.get(path, (c) => {
      // Only passes are sold here. tests/local/page-prices.test.ts compares everything else.
      const shown = path === paths.passes || path === paths.teamPasses ? [...site.prices] : [];
      const graph = shown.map(([offerId, priceCents]) =>
        offerProduct({ ...pass, offerId, priceCents }, path, base),
      );
      return c.html(pageWith(graph), site.status as 200);
    });
  return app;
}

const base = new URL('https://otter.example');
const pass = { name: 'Pass', description: '', summary: 'A pass', available: true };

/** Returns a page with structured data, as the pages of the site have them. */
export const pageWith = (graph: readonly object[]) =>
  `<!doctype html><script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': 'BreadcrumbList' }, ...graph] })}</script>`;

export function studioHost({ sanity }: World): Hono {
  const app = new Hono();
  app.get('/', (c) => (sanity.studioPage === null ? c.notFound() : c.html(sanity.studioPage)));
  return app;
}

export const projectHost = `${projectRef}.supabase.co`;
