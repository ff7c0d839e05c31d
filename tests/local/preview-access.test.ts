import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer as createHttp } from 'node:http';
import type { SanityClient } from '@sanity/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PreviewEnvironment } from '#preview/environment.ts';
import { startPreview } from '#preview/server.ts';
import { listLinks, makeLink, revokeLink } from '#studio/sharing/links.ts';
import { dataset, editorClient, projectId, readToken, startTestLake } from '#support/lake.ts';

const studio = 'http://127.0.0.1:3333';

/** Starts a preview over a real content lake. Its site answers with the address and the headers that reached it. */
async function testPreview(settings: Partial<PreviewEnvironment> = {}) {
  const lake = await startTestLake({ readToken });
  const site = createHttp((request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'cache-control': 'public', 'set-cookie': 'a=b' })
      .end(`${request.url} ${request.headers.cookie ?? ''}`),
  );
  const database = createHttp((request, response) => response.end(JSON.stringify({ at: request.url })));
  const chinese = createHttp((request, response) => response.end(`zh ${request.url}`));
  for (const server of [site, chinese, database])
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  onTestFinished(() => [site, chinese, database].forEach((server) => void server.close()));
  // The requests of the preview to the lake are counted.
  const asked: string[] = [];
  const counter = createHttp((request, response) => {
    asked.push(request.url ?? '');
    void fetch(`${lake.url}${request.url ?? ''}`, {
      headers: { authorization: request.headers.authorization ?? '' },
    })
      .then(async (answer) => response.setHeader('content-type', 'application/json').end(await answer.text()))
      .catch(() => response.destroy());
  });
  await new Promise<void>((done) => counter.listen(0, '127.0.0.1', done));
  onTestFinished(() => void counter.close());
  const preview = await startPreview(
    {
      PREVIEW_PORT: 0,
      PREVIEW_HOST: '127.0.0.1',
      PREVIEW_URL: 'https://preview.otter.test',
      PUBLIC_STUDIO_URL: `${studio}/desk`,
      PUBLIC_SUPABASE_URL: `http://127.0.0.1:${portOf(database)}`,
      SANITY_PROJECT_ID: projectId,
      SANITY_DATASET: dataset,
      SANITY_READ_TOKEN: readToken,
      SANITY_API_HOST: `http://127.0.0.1:${portOf(counter)}`,
      ...settings,
    },
    (language) => ({
      port: () => Promise.resolve(portOf(language === 'zh' ? chinese : site)),
      stop: () => Promise.resolve(),
    }),
  );
  onTestFinished(() => preview.stop());
  const get = (path: string, cookie = '', init: RequestInit = {}) =>
    fetch(preview.url + path, { redirect: 'manual', headers: { cookie }, ...init });
  const client = editorClient(lake);
  /** Returns the cookies of a visitor whom Studio sent. */
  const enter = async () =>
    cookiesOf(await get(`/__preview/enable?sanity-preview-secret=${await writeSecret(client, secretOf())}`));
  return { get, client, enter, asked, url: preview.url };
}

/** Writes the secret like Studio (`@sanity/preview-url-secret`). */
const writeSecret = async (client: SanityClient, secret: string) => {
  await client.create({ _id: `drafts.${randomUUID()}`, _type: 'sanity.previewUrlSecret', secret });
  return secret;
};
/** Acts like Studio while it is open (studio/presentation/presence.ts). */
const confirmPresence = (client: SanityClient, secret: string) =>
  client
    .patch({ query: `*[_type == "sanity.previewUrlSecret" && secret == $secret]`, params: { secret } })
    .set({ seenAt: 'now' })
    .commit();
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const secretOf = () => randomBytes(24).toString('base64url');

test('the preview opens every page with Studio’s secret, and no page without it', async () => {
  const { get, client } = await testPreview();
  const secret = await writeSecret(client, secretOf());
  const enable = (query: string) => get(`/__preview/enable?${query}`);
  for (const wrong of [
    '',
    'sanity-preview-secret=',
    `sanity-preview-secret=${secretOf()}`,
    'sanity-preview-secret=*',
  ])
    expect((await enable(wrong)).status).toBe(401);
  for (const path of ['/', '/about', '/src/content/client.ts', '/__preview/sources', '/__preview/visitor'])
    expect((await get(path)).status).toBe(401);

  const opened = await enable(`sanity-preview-secret=${secret}&sanity-preview-pathname=/about`);
  expect([opened.status, opened.headers.get('location')]).toEqual([307, '/about']);
  expect(opened.headers.getSetCookie()[0]).toMatch(/HttpOnly/);
  expect(opened.headers.getSetCookie()[0]).toMatch(/SameSite=None; Secure; Partitioned/);
  const cookie = cookiesOf(opened);
  const page = await get('/about', `${cookie}; preview_at=2027-01-01T09:00:00+08:00; other=1`);
  expect(await page.text()).toBe('/about preview_at=2027-01-01T09:00:00+08:00');
  expect(page.headers.get('x-robots-tag')).toMatch(/noindex/);
  expect(page.headers.get('cache-control')).toMatch(/no-store/);
  expect(page.headers.get('content-security-policy')).toMatch(
    /connect-src 'self';.*frame-ancestors 'self' http:\/\/127\.0\.0\.1:3333$/,
  );
  // The site's own cookies do not pass.
  expect(page.headers.getSetCookie()).toEqual([
    'preview_language=en; Path=/; SameSite=None; Secure; Partitioned; HttpOnly',
  ]);
  // Neither a changed end nor a changed signature is accepted.
  for (const forged of [cookie.replace(/=\d/, '=9'), `${cookie}x`, 'otter_preview=9999999999999.'])
    expect((await get('/about', forged)).status).toBe(401);
});

test('Chinese pages come from the Chinese site, and so do the files of the last page', async () => {
  const { get, enter } = await testPreview();
  const cookie = await enter();
  const page = await get('/zh/about', cookie);
  expect(await page.text()).toBe('zh /zh/about');
  const inChinese = `${cookie}; ${page.headers.getSetCookie()[0]?.split(';')[0] ?? ''}`;
  const file = '/src/features/chat/assistant/messages.ts';
  expect(await (await get(file, inChinese)).text()).toBe(`zh ${file}`);
  const sources = await get('/__preview/sources', inChinese);
  expect(await sources.text()).toBe('zh /__preview/sources');
  expect(sources.headers.get('set-cookie')).toBeNull();
  // English pages whose addresses begin similarly are English.
  expect(await (await get('/zhong', inChinese)).text()).toBe('/zhong ');
  expect(await (await get(file, `${cookie}; preview_language=de`)).text()).toBe(`${file} `);
  expect((await get('/zh/about')).status).toBe(401);
});

test('the preview never redirects to another host', async () => {
  const { get, client } = await testPreview();
  const secret = await writeSecret(client, secretOf());
  for (const to of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
    const query = new URLSearchParams({ 'sanity-preview-secret': secret, 'sanity-preview-pathname': to });
    expect((await get(`/__preview/enable?${query}`)).headers.get('location')).toBe('/');
  }
});

test('a session ends after eight hours, and within minutes once Studio withdraws it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const { get, client } = await testPreview();
  const secret = await writeSecret(client, secretOf());
  const enable = () => get(`/__preview/enable?sanity-preview-secret=${secret}`);
  const cookie = cookiesOf(await enable());
  const statusAfter = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    return (await get('/', cookie)).status;
  };
  expect(await statusAfter(9)).toBe(200);
  await confirmPresence(client, secret);
  expect(await statusAfter(9)).toBe(200);
  // A removed member can no longer write to the lake.
  expect(await statusAfter(2)).toBe(401);
  expect((await enable()).status).toBe(401);
  // A computer that slept confirms its presence when it wakes.
  await confirmPresence(client, secret);
  expect(await statusAfter(1)).toBe(200);
  expect(await statusAfter(8 * 60)).toBe(401);
  await confirmPresence(client, secret);
  expect(await statusAfter(0)).toBe(401);
});

test('a link as on a date shows the page of that date to a colleague, who cannot change it', async () => {
  const { get, client } = await testPreview();
  const at = new Date('2027-03-01T01:00:00Z');
  const until = new Date(Date.now() + 86_400_000);
  const settings = { previewUrl: 'https://preview.otter.test', page: '/about', until, at, madeBy: 'Mei' };
  const opened = await get(new URL(await makeLink(client, settings)).pathname);
  const shown = '/about preview_at=2027-03-01T01:00:00.000Z';
  expect(await (await get('/about', cookiesOf(opened))).text()).toBe(shown);
  const link = cookiesOf(opened).replace(/; preview_at=.*$/, '');
  expect(await (await get('/about', `${link}; preview_at=2030-01-01T00:00:00Z`)).text()).toBe(shown);
  expect(await listLinks(client, '/about')).toMatchObject([{ at: at.toISOString(), madeBy: 'Mei' }]);
});

test('a link shows only its page, until it ends or is revoked', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const { get, client } = await testPreview();
  const until = new Date(Date.now() + 86_400_000);
  const link = async (page: string) =>
    new URL(
      await makeLink(client, {
        previewUrl: 'https://preview.otter.test',
        page,
        until,
        at: null,
        madeBy: 'Mei',
      }),
    );
  const { pathname } = await link('/about');
  const opened = await get(pathname);
  expect([opened.status, opened.headers.get('location')]).toEqual([307, '/about']);
  const cookie = cookiesOf(opened);
  expect((await get('/about', cookie)).status).toBe(200);
  expect((await get('/about/', cookie)).status).toBe(200);
  expect((await get('/src/ui/toast.ts', cookie)).status).toBe(200);
  for (const other of [
    '/',
    '/camps',
    '/about/x',
    '/fragments/assistant.json',
    '/__preview/sources',
    '/__preview/changes',
  ])
    expect((await get(other, cookie)).status).toBe(403);
  // The site's server would fetch these addresses from itself, and answer with another page's drafts.
  for (const href of ['/__preview/sources/x.svg', '/camps?q/c.svg?x', '/.local/secrets.json?raw&q/c.svg?x'])
    expect((await get(`/_image?href=${encodeURIComponent(href)}&f=svg`, cookie)).status).toBe(404);

  // The secret of one link does not open another link, and a secret with one changed letter opens nothing.
  const [, id = '', secret = ''] = /shared\/([^.]+)\.(.+)$/.exec(pathname) ?? [];
  const other = /shared\/([^.]+)\./.exec((await link('/camps')).pathname)?.[1] ?? '';
  const turned = secret.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  for (const token of [`${other}.${secret}`, `${id}.${turned}`, `${id}.`, id, `${randomUUID()}.${secret}`])
    expect((await get(`/__preview/shared/${token}`)).status).toBe(401);
  // The lake stores only a hash of the secret, so nobody who reads it can open the page.
  const stored = await client.fetch<{ hash: string }>(
    `*[_id == $id][0]`,
    { id: `drafts.preview-link-${id}` },
    { perspective: 'raw' },
  );
  expect(stored.hash).toBe(createHash('sha256').update(secret).digest('hex'));

  await revokeLink(client, `drafts.preview-link-${id}`);
  vi.setSystemTime(Date.now() + 3_000);
  expect((await get('/about', cookie)).status).toBe(401);
  const second = await link('/camps');
  expect((await get(second.pathname)).status).toBe(307);
  vi.setSystemTime(until.getTime() + 1);
  expect((await get(second.pathname)).status).toBe(401);
});

test('the preview passes on what pages read from the database, and refuses every sale, sign-in and write', async () => {
  const { get, enter } = await testPreview();
  const cookie = await enter();
  const post = (path: string, body = '{}') => get(path, '', { method: 'POST', body, headers: { cookie } });
  const read = await post('/rest/v1/rpc/get_camp_prices');
  expect([read.status, await read.json()]).toEqual([200, { at: '/rest/v1/rpc/get_camp_prices' }]);
  expect((await get('/rest/v1/camps?select=id', cookie)).status).toBe(200);
  for (const path of [
    '/rest/v1/rpc/hold_order',
    '/rest/v1/rpc/join_waitlist',
    '/auth/v1/token',
    '/storage/v1/object/x',
  ])
    expect([(await post(path)).status, path]).toEqual([403, path]);
  const sale = await post('/functions/v1/create-checkout');
  expect([sale.status, await sale.json()]).toEqual([403, { code: 'sales_stopped' }]);
  for (const path of [
    '/rest/v1/camps',
    '/rest/v1/rpc/get_camp_prices/../hold_order',
    '/rest/v1/rpc/get_camp_prices%2f..',
  ])
    expect((await post(path)).status).toBe(403);
  expect((await get('/rest/v1/orders', cookie)).status).toBe(403);
  // Without a session nobody can reach the database through the preview, and no body fills its memory.
  expect((await get('/rest/v1/camps?select=id')).status).toBe(401);
  expect((await post('/rest/v1/rpc/get_camp_prices', 'x'.repeat(10_001))).status).toBe(413);
});

test('guessed secrets neither cost many requests at the content lake nor lock anybody out', async () => {
  const { get, client, enter, asked } = await testPreview();
  const until = new Date(Date.now() + 86_400_000);
  const open = async (page: string) => {
    const settings = { previewUrl: 'https://preview.otter.test', page, until, at: null, madeBy: 'Mei' };
    return get(new URL(await makeLink(client, settings)).pathname);
  };
  const guesses = Array.from({ length: 300 }, (_, index) =>
    index % 2
      ? get(`/__preview/enable?sanity-preview-secret=${secretOf()}`)
      : get(`/__preview/shared/${randomUUID()}.${'a'.repeat(43)}`),
  );
  const [one, other, session] = await Promise.all([open('/about'), open('/camps'), enter()]);
  expect((await Promise.all(guesses)).map(({ status }) => status)).not.toContain(307);
  expect(asked.length).toBeLessThan(guesses.length / 2);
  expect([one.status, other.status, (await get('/', session)).status]).toEqual([307, 307, 200]);

  // Two guests at once load hundreds of files each.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  asked.length = 0;
  for (let file = 0; file < 20; file++)
    for (const cookie of [cookiesOf(one), cookiesOf(other), session])
      expect((await get('/src/ui/x.ts', cookie)).status).toBe(200);
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('the preview tells search engines to stay away', async () => {
  const { get } = await testPreview();
  expect(await (await get('/robots.txt')).text()).toContain('Disallow: /');
});
