// `npm run accounts` starts new, empty accounts at Supabase, Sanity, Stripe, Resend, Netlify and Cloudflare on this
// machine, to try a whole launch without real ones. What is deployed there really runs, and is deleted when this ends.
// ACCOUNTS_PORT is the first of seven ports, ACCOUNTS_REPOSITORY the git repository whose branch main the host builds.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { startLake } from '#local/lake/server.ts';
import { startMail } from '#local/mail/start.ts';
import { startPayments } from '#local/payments/start.ts';
import { addressAtDoubles } from '#scripts/launch/service-addresses.ts';
import { cloudflareApi, netlifyApi } from '../site-hosts.ts';
import { projectHost, runCronJobs, studioHost } from '../project.ts';
import { resendApi } from '../resend.ts';
import { sanityApi, sanityProject } from '../sanity.ts';
import { supabaseApi } from '../supabase.ts';
import { createEmptyWorld, typedKeys } from '../world.ts';
import { runHost } from './builds.ts';
import { startProjectDatabase } from './database.ts';
import { handsOf } from './hands.ts';
import { runProject } from './project.ts';
import { stripeWithPayments } from './stripe.ts';

const CRON_MS = 20_000;
const { ACCOUNTS_PORT, ACCOUNTS_REPOSITORY = '' } = process.env;
const first = ACCOUNTS_PORT === undefined || ACCOUNTS_PORT === '' ? 4950 : Number(ACCOUNTS_PORT);
const [port, apiPort, functionsPort, paymentsPort, mailPort, lakePort, databasePort] = Array.from(
  { length: 7 },
  (_, n) => first + n,
) as [number, number, number, number, number, number, number];
const dir = mkdtempSync(path.join(tmpdir(), 'accounts-'));
const base = new URL(`http://127.0.0.1:${port}`);
const localUrl = (one: number) => `http://127.0.0.1:${one}`;

const database = await startProjectDatabase(path.join(dir, 'database'), databasePort);
const world = createEmptyWorld(database.db);
const payments = await startPayments({
  port: paymentsPort,
  dir: path.join(dir, 'payments'),
  secretKey: world.stripe.key,
});
const { projectId } = world.sanity;
const dataset = typedKeys.SANITY_DATASET;
const lake = await startLake({
  port: lakePort,
  dir: path.join(dir, 'lake'),
  projectId,
  dataset,
  writeToken: world.sanity.token,
});

// Services call each other by their real names.
const realFetch = globalThis.fetch;
const isNamed = (url: URL) => url.protocol === 'https:';
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  return realFetch(isNamed(url) ? addressAtDoubles(base, url) : input, init);
};

let mail: { is: string; running: Awaited<ReturnType<typeof startMail>> } | undefined;
/** Mails are reported to the webhook that Resend currently has. */
async function ensureMail(): Promise<void> {
  const [webhook] = world.resend.webhooks;
  const is = webhook?.id ?? '';
  if (mail?.is === is) return;
  await mail?.running.stop();
  const running = await startMail({
    port: mailPort,
    dir: path.join(dir, 'mail'),
    perSecond: 5,
    ...(webhook && { webhook: { url: webhook.endpoint, secret: webhook.signing_secret } }),
  });
  mail = { is, running };
}
await ensureMail();
const resend = resendApi(world);

const project = runProject(world, path.join(dir, 'project'), {
  api: apiPort,
  functions: functionsPort,
  mail: 'https://api.resend.com',
  doubles: base.origin,
  environment: {
    STRIPE_API_URL: payments.url,
    RESEND_BASE_URL: `${base.origin}/_to/api.resend.com`,
    SANITY_API_HOST: lake.url,
  },
});
world.supabase.keep = project.keep;
world.supabase.restore = (moment) => database.restore(new Date(moment * 1000));
const site = await runHost(world, {
  dir,
  repository: path.resolve(ACCOUNTS_REPOSITORY),
  more: { PUBLIC_SUPABASE_URL: localUrl(apiPort), SANITY_API_HOST: lake.url },
});

const sanityOfProject = sanityProject(world);
type Answer = (request: Request) => Response | Promise<Response>;
const passOn =
  (to: string): Answer =>
  (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers, body } = request;
    return proxy(`${to}${pathname}${search}`, { method, headers, body, redirect: 'manual' });
  };
const of =
  (app: Hono): Answer =>
  (request) =>
    app.fetch(request);
const hosts: Record<string, Answer> = {
  'api.supabase.com': of(supabaseApi(world)),
  [projectHost]: of(project.app),
  'api.stripe.com': of(stripeWithPayments(world, payments.url)),
  async 'api.resend.com'(request) {
    if (!new URL(request.url).pathname.startsWith('/emails')) return resend.fetch(request);
    const keys = [world.resend.key, ...world.resend.apiKeys.map(({ token }) => token)];
    if (!keys.some((key) => request.headers.get('authorization') === `Bearer ${key}`))
      return Response.json(
        { statusCode: 401, name: 'invalid_api_key', message: 'API key is invalid' },
        { status: 401 },
      );
    await ensureMail();
    return passOn(localUrl(mailPort))(request);
  },
  'api.sanity.io': of(sanityApi(world)),
  [`${projectId}.api.sanity.io`](request) {
    const isContent = /^\/v[^/]+\/data\//.test(new URL(request.url).pathname);
    return isContent && world.sanity.datasets.has(dataset)
      ? passOn(lake.url)(request)
      : sanityOfProject.fetch(request);
  },
  'api.netlify.com': of(netlifyApi(world)),
  'api.cloudflare.com': of(cloudflareApi(world)),
  'studio.otter.example': of(studioHost(world)),
  'otter.example': passOn(site.url),
  'www.otter.example': (request) =>
    Response.redirect(`https://otter.example${new URL(request.url).pathname}`, 301),
};
const isReached = (host: string) =>
  !host.endsWith('otter.example') || host.startsWith('studio') || world.site.www === 'redirect';

const hands = handsOf({
  world,
  lake: lake.url,
  backUp: database.backUp,
  reach: (input, init) => fetch(input, init),
  mails: localUrl(mailPort),
});
async function answer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [, kind, name = '', ...rest] = pathname.split('/');
  if (kind === '_dns') return Response.json(world.dns.get(name) ?? null);
  if (kind === '_hands') {
    const hand = request.method === 'POST' ? hands[name] : undefined;
    return new Response(`${hand ? await hand() : `POST one of: ${Object.keys(hands).join(', ')}`}\n`);
  }
  const host = kind === '_to' ? hosts[name] : undefined;
  if (!host || !isReached(name))
    return Response.json({ unreachable: name }, { status: 502, headers: { 'x-unreachable': '1' } });
  const { method, headers, body } = request;
  return host(
    new Request(`https://${name}/${rest.join('/')}${search}`, {
      method,
      headers,
      body,
      duplex: 'half',
    } as RequestInit),
  );
}
const listener = getRequestListener(answer, { overrideGlobalObjects: false });
const server = createServer((request, response) => void listener(request, response));
await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

let hooked = '';
const timer = setInterval(() => {
  // The lake starts to call Sanity's webhook once setup has created it.
  const hook = world.sanity.hooks.at(-1);
  if (hook && hook.id !== hooked && hook.secret !== null) {
    hooked = hook.id;
    lake.startWebhook({
      url: hook.url,
      secret: hook.secret,
      ...(hook.rule.filter !== null && { filter: hook.rule.filter }),
    });
  }
}, 500);
let isRunning = false;
const cron = setInterval(() => {
  if (isRunning || world.supabase.projects.every(({ status }) => status !== 'ACTIVE_HEALTHY')) return;
  isRunning = true;
  void runCronJobs(world, (input, init) => fetch(input, init))
    .catch(() => undefined)
    .finally(() => (isRunning = false));
}, CRON_MS);

async function stop(): Promise<void> {
  clearInterval(timer);
  clearInterval(cron);
  server.closeAllConnections();
  server.close();
  await Promise.all([project.stop(), site.stop(), payments.stop(), lake.stop(), mail?.running.stop()]);
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());

console.log(`New accounts are open. In another terminal, from the same folder:

  export LAUNCH_DOUBLES=${base.origin}

The keys that setup asks for:
${Object.entries({
  ...typedKeys,
  CLOUDFLARE_API_TOKEN: world.host.cloudflareToken,
  CLOUDFLARE_ACCOUNT_ID: '0'.repeat(32),
  CLOUDFLARE_PROJECT: 'otter',
  DEPLOY_HOOK_URL: 'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/one',
})
  .map(([name, value]) => `  ${name}=${value}`)
  .join('\n')}

What a person does on the services’ pages: curl -X POST ${base.origin}/_hands/<${Object.keys(hands).join('|')}>`);
