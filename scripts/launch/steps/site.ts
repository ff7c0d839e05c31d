import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { root } from '../../sources.ts';
import { type Context, requireKey, ownSecret, projectUrl, siteUrl } from '../context.ts';
import { hostOf } from '../hosts.ts';
import type { KeyName } from '../keys.ts';
import { listNames, missing, ok, type Step, unknown, wrong } from '../step.ts';
import { isKnown, publishableKey, readRows } from '../supabase.ts';
import { releaseStep } from './release.ts';

const keys = ['SITE_HOST', 'SITE_URL'] as const;
const BUILD = { command: 'node scripts/content-build.ts', folder: 'dist' };
const secretNames: ReadonlySet<string> = new Set(['MAINTENANCE_SECRET', 'SANITY_READ_TOKEN']);
const givenNames = [
  'SITE_URL',
  'PUBLIC_STUDIO_URL',
  'SANITY_PROJECT_ID',
  'SANITY_DATASET',
  'SANITY_READ_TOKEN',
  'PUBLIC_TURNSTILE_SITE_KEY',
] as const satisfies readonly KeyName[];

/** Returns the variables of a build. Variables without a value are left out. */
async function wantedVariables(context: Context): Promise<Map<string, string>> {
  const wanted = new Map<string, string>([
    ['NODE_VERSION', readFileSync(path.join(root, '.node-version'), 'utf8').trim()],
    // Hosts keep this folder between builds, so that each picture is made once.
    ['PICTURE_CACHE', 'node_modules/.astro/pictures'],
    ['PUBLIC_SUPABASE_URL', projectUrl(context)],
    ['MAINTENANCE_SECRET', ownSecret(context, 'MAINTENANCE_SECRET')],
  ]);
  const key = await publishableKey(context);
  if (key) wanted.set('PUBLIC_SUPABASE_KEY', key);
  for (const name of givenNames) {
    const value = context.keys.get(name);
    if (value) wanted.set(name, value);
  }
  return wanted;
}

async function differing(context: Context) {
  const there = await hostOf(context).variables(context);
  const wanted = await wantedVariables(context);
  return new Map(
    [...wanted].filter(([name, value]) => there.get(name) !== (secretNames.has(name) ? null : value)),
  );
}

const variables: Step = {
  id: 'build',
  topic: 'host',
  what: 'Tell the host how to build the site, and with which variables.',
  keys: [...keys, 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF', 'PUBLIC_STUDIO_URL', 'SANITY_PROJECT_ID'],
  async check(context) {
    if (!context.keys.get('MAINTENANCE_SECRET')) requireKey(context, 'MAINTENANCE_SECRET');
    const { command, folder } = await hostOf(context).build(context);
    if (command !== BUILD.command || folder !== BUILD.folder)
      return wrong(
        `The host builds with “${command}” into “${folder}”.`,
        'Studio and staff do not learn whether a build failed, and pages in other languages are not built.',
      );
    const names = [...(await differing(context)).keys()];
    return names.length > 0
      ? wrong(
          `These variables of the build differ: ${listNames(names)}.`,
          'Pages call the wrong service, or none.',
        )
      : ok('The host builds the site as it should.');
  },
  async do(context) {
    const host = hostOf(context);
    const { command, folder } = await host.build(context);
    if (command !== BUILD.command || folder !== BUILD.folder) await host.setBuild(context, BUILD);
    const values = await differing(context);
    if (values.size > 0) await host.setVariables(context, values, secretNames);
  },
};

const deployHook: Step = {
  id: 'deploy-hook',
  topic: 'host',
  what: 'Create the address that asks for a new build (at Cloudflare, a person has to create it).',
  keys: [...keys, 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  link: 'https://developers.cloudflare.com/pages/configuration/deploy-hooks/',
  async check(context) {
    return (await isKnown(context, 'DEPLOY_HOOK_URL'))
      ? ok('The address that asks for a new build is known.')
      : missing(
          'No deploy hook is known.',
          'Pages show old prices and texts until somebody builds by hand.',
          'At Cloudflare: add a deploy hook under Settings, Builds. Then run npm run setup -- --ask DEPLOY_HOOK_URL.',
        );
  },
  async do(context) {
    const url = await hostOf(context).deployHook?.(context);
    if (url) context.keys.set('DEPLOY_HOOK_URL', url);
  },
};

/** Returns the headers that public/_headers gives to every page. */
function expectedHeaders(): [name: string, value: string][] {
  const text = readFileSync(path.join(root, 'public/_headers'), 'utf8');
  const block = /^\/\*\n((?: {2}.+\n)+)/m.exec(text)?.[1] ?? '';
  return [...block.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]);
}

const answers: Step = {
  id: 'site',
  topic: 'host',
  what: 'Open the site, and check that its security headers are sent.',
  keys: ['SITE_URL'],
  async check(context) {
    const { href } = siteUrl(context);
    const response = await context.fetch(href, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
    await response.body?.cancel();
    if (response.status !== 200)
      return wrong(
        `${href} answers ${response.status}.`,
        'Parents do not see the site.',
        'Look at the last build.',
      );
    const absent = expectedHeaders().filter(([name, value]) => {
      const sent = response.headers.get(name);
      return name === 'Content-Security-Policy' ? !sent?.includes(value) : sent !== value;
    });
    return absent.length > 0
      ? wrong(
          `${href} does not send ${listNames(absent.map(([name]) => name))} as public/_headers says.`,
          'Another site can frame the checkout, or a cache keeps an old page.',
          'Choose a host that reads _headers, or set them there.',
        )
      : ok(`${href} answers with its headers.`);
  },
};

const otherName: Step = {
  id: 'site-names',
  topic: 'host',
  what: 'Redirect the address with www. to the site, or the other way round.',
  keys: ['SITE_URL'],
  link: 'https://developers.cloudflare.com/pages/how-to/www-redirect/',
  async check(context) {
    const site = siteUrl(context);
    const host = site.hostname.startsWith('www.') ? site.hostname.slice(4) : `www.${site.hostname}`;
    const response = await context
      .fetch(`https://${host}/`, { redirect: 'manual', signal: AbortSignal.timeout(30_000) })
      .catch(() => null);
    await response?.body?.cancel();
    const harm = 'Parents who type the other name see an error, or pages on which the checkout fails.';
    if (!response) return missing(`https://${host} cannot be reached.`, harm);
    const target = response.headers.get('location');
    const leads =
      [301, 308].includes(response.status) &&
      target !== null &&
      new URL(target, `https://${host}`).origin === site.origin;
    return leads
      ? ok(`https://${host} leads to the site.`)
      : wrong(`https://${host} answers ${response.status} and does not lead to ${site.origin}.`, harm);
  },
};

const Build = v.object({
  state: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  behind: v.array(v.string()),
  /** The last build that was finished, and whether its host may still be uploading it. */
  built: v.nullable(v.object({ build: v.string(), is_fresh: v.boolean() })),
});
const BuildFile = v.object({ build: v.string() });

/** Returns which build the live site is (`/build.json`), or null if it does not say it. */
async function liveBuild(context: Context): Promise<string | null> {
  const { href } = new URL('/build.json', siteUrl(context));
  const response = await context.fetch(href, { cache: 'no-store', signal: AbortSignal.timeout(30_000) });
  const answer = v.safeParse(BuildFile, response.ok ? await response.json().catch(() => null) : null);
  return answer.success ? answer.output.build : null;
}

const builds: Step = {
  id: 'pages',
  topic: 'host',
  what: 'Check that the pages were built after the last publication, and that the live site is the last build.',
  keys: ['SITE_URL', 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const [row] = await readRows(
      context,
      Build,
      `select (select state from public.site_builds order by started_at desc limit 1) as state,
        (select reason from public.site_builds order by started_at desc limit 1) as reason,
        (select coalesce(json_agg(coalesce(nullif(p.title, ''), p.document_id)), '[]') from public.publications p
          where p.published_at < clock_timestamp() - interval '30 minutes' and p.published_at > coalesce(
            (select max(started_at) from public.site_builds where state = 'built'), '-infinity')) as behind,
        (select json_build_object('build', build, 'is_fresh', finished_at > clock_timestamp() - interval '20 minutes')
          from public.site_builds where state = 'built' order by started_at desc limit 1) as built`,
    );
    const harm = 'Pages show old prices and texts; the checkout charges the new ones.';
    if (!row?.state)
      return missing(
        'No build of the site was ever reported.',
        harm,
        'Build the site once at its host, with the variables of the step build.',
      );
    if (row.state === 'failed')
      return wrong(
        `The last build failed: ${row.reason ?? 'no reason was reported'}`,
        harm,
        'Read the build’s log.',
      );
    if (row.behind.length > 0)
      return wrong(
        `Published more than half an hour ago, and not built: ${listNames(row.behind)}.`,
        harm,
        'Follow docs/runbooks/site-does-not-rebuild.md.',
      );
    if (row.state === 'building') return unknown('A build is under way.', harm);
    const live = await liveBuild(context);
    if (live !== null && live === row.built?.build) return ok('The live site is the last build.');
    if (row.built?.is_fresh === true) return unknown('The last build may still be uploading.', harm);
    return wrong(
      live === null
        ? 'The live site does not say which build it is: /build.json is missing.'
        : 'The live site is an earlier build than the last one that was reported.',
      harm,
      'Read the host’s log of the last deployment. After a rollback, deploy again once the fault is corrected.',
    );
  },
};

export const hostSteps = [deployHook, variables];
export const siteSteps = [answers, otherName, releaseStep, builds];
