import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Context } from '#scripts/launch/context.ts';
import { openKeyStore } from '#scripts/launch/key-store.ts';
import { checkAll, setUp } from '#scripts/launch/run.ts';
import { previewSteps } from '#scripts/launch/steps/preview.ts';

const studio = 'https://otter.sanity.studio';
const sent = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
  'content-security-policy': `frame-ancestors 'self' ${studio}`,
};

/** Simulates Sanity and Supabase, and a preview that gives one answer. */
function launcher(answer: () => Response, more: Record<string, string> = {}, sanity = { status: 200 }) {
  const XDG_CONFIG_HOME = mkdtempSync(path.join(tmpdir(), 'preview-'));
  const typed = {
    SITE_URL: 'https://otter.example',
    PUBLIC_STUDIO_URL: studio,
    PREVIEW_URL: 'https://preview.otter.example',
    SANITY_PROJECT_ID: 'abcd1234',
    SANITY_DATASET: 'production',
    SANITY_AUTH_TOKEN: `sk${'a'.repeat(50)}`,
    SUPABASE_ACCESS_TOKEN: `sbp_${'a'.repeat(40)}`,
    SUPABASE_PROJECT_REF: 'a'.repeat(20),
    ...more,
  };
  const fetchDouble = (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('/robots'))
      return Promise.resolve(Response.json({ id: 'one', token: `sk${'V'.repeat(60)}` }));
    if (url.includes('.api.sanity.io/')) return Promise.resolve(Response.json({}, { status: sanity.status }));
    if (url.includes('api.supabase.com'))
      return Promise.resolve(
        Response.json([{ type: 'publishable', api_key: 'sb_publishable_x', name: 'default' }]),
      );
    return Promise.resolve(answer());
  };
  const keys = openKeyStore('staging', { XDG_CONFIG_HOME, ...typed });
  const context = { environment: 'staging', keys, fetch: fetchDouble } as unknown as Context;
  const progress = { onChecked: () => undefined, onStart: () => undefined, onSkip: () => undefined };
  return {
    file: path.join(path.dirname(keys.file), 'preview-staging.env'),
    states: async () =>
      (await setUp(previewSteps, context, { dryRun: false, progress })).map(({ state }) => state),
    checkStates: async () => (await checkAll(previewSteps, context)).map(({ state }) => state),
  };
}

test('setup makes the preview’s token and its file of variables, and sees that it lets nobody in', async () => {
  const { states, checkStates, file } = launcher(() => new Response(null, { status: 401, headers: sent }));
  expect(await states()).toEqual(['ok', 'ok', 'ok']);
  const variables = readFileSync(file, 'utf8');
  expect(variables).toContain('PREVIEW_URL=https://preview.otter.example\n');
  expect(variables).toContain(`SANITY_READ_TOKEN=sk${'V'.repeat(60)}\n`);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  expect(await checkStates()).toEqual(['ok', 'ok', 'ok']);
});

test('a token that Sanity refuses is wrong; one of which Sanity says nothing is unknown, and none is made', async () => {
  const sanity = { status: 401 };
  const answer = () => new Response(null, { status: 401, headers: sent });
  const PREVIEW_READ_TOKEN = `sk${'O'.repeat(60)}`;
  const { checkStates, states } = launcher(answer, { PREVIEW_READ_TOKEN }, sanity);
  expect((await checkStates())[0]).toBe('wrong');
  sanity.status = 503;
  expect((await states())[0]).toBe('unknown');
  expect((await checkStates())[0]).toBe('unknown');
});

test('without an address there is no preview, and nothing is made', async () => {
  const { states, file } = launcher(() => Response.error(), { PREVIEW_URL: '' });
  expect(await states()).toEqual(['ok', 'ok', 'ok']);
  expect(existsSync(file)).toBe(false);
});

test.each<[string, () => Response, string]>([
  ['shows drafts to anybody', () => new Response('Draft', { status: 200, headers: sent }), 'wrong'],
  ['may be framed by nobody', () => new Response(null, { status: 401 }), 'wrong'],
  [
    'may be stored',
    () => new Response(null, { status: 401, headers: { ...sent, 'cache-control': 'public' } }),
    'wrong',
  ],
  [
    'does not answer',
    () => {
      throw new TypeError('fetch failed');
    },
    'missing',
  ],
])('doctor finds a preview that %s', async (_, answer, state) => {
  const { states } = launcher(answer);
  expect((await states()).at(-1)).toBe(state);
});
