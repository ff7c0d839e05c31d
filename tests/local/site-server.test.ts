import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSite } from '#local/site/files.ts';
import { headersFor, parseHeaders, parseRedirects, redirectFor } from '#local/site/rules.ts';
import { serveFile } from '#local/site/serve.ts';

describe('_headers and _redirects', () => {
  const headers = parseHeaders(`
# comment
/*
  X-Frame-Options: DENY
  Cache-Control: public, max-age=0
/_astro/*
  ! Cache-Control
  Cache-Control: public, max-age=31536000, immutable
/checkout*
  Cache-Control: no-store
`);

  test('a rule adds, joins and removes headers', () => {
    expect(headersFor(headers, '/_astro/a.js')).toEqual({
      'x-frame-options': 'DENY',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headersFor(headers, '/checkout/term')['cache-control']).toBe('public, max-age=0, no-store');
    expect(headersFor(headers, '/about')['cache-control']).toBe('public, max-age=0');
  });

  test('a dot in a path matches only a dot', () => {
    expect(headersFor(parseHeaders('/a.txt\n  X-A: 1'), '/abtxt')).toEqual({});
  });

  test('redirects have the rest of the path and their status', () => {
    const rules = parseRedirects('/old/* /new/:splat 301\n/home /');
    expect(redirectFor(rules, '/old/a/b')).toEqual({ to: '/new/a/b', status: 301 });
    expect(redirectFor(rules, '/home')).toEqual({ to: '/', status: 302 });
    expect(redirectFor(rules, '/other')).toBeNull();
  });
});

test('a build takes the files that did not change from the build before', () => {
  const builds = ['before', 'after'].map((name) => mkdtempSync(path.join(tmpdir(), `${name}-`)));
  try {
    for (const [at, dir] of builds.entries()) {
      writeFileSync(path.join(dir, 'about.html'), 'About');
      writeFileSync(path.join(dir, 'index.html'), `Home ${at}`);
    }
    const before = readSite(builds[0] ?? '');
    const after = readSite(builds[1] ?? '', before);
    // The same object has its compressed forms already.
    expect(after.files.get('/about.html')).toBe(before.files.get('/about.html'));
    expect(after.files.get('/index.html')?.etag).not.toBe(before.files.get('/index.html')?.etag);
  } finally {
    for (const dir of builds) rmSync(dir, { recursive: true });
  }
});

describe('the site’s server', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'site-'));
  let server: Server;
  let base: string;

  beforeAll(async () => {
    mkdirSync(path.join(dir, '_astro'));
    const page = (title: string) => `<!doctype html><title>${title}</title>${'words '.repeat(200)}`;
    writeFileSync(path.join(dir, 'index.html'), page('Home'));
    writeFileSync(path.join(dir, 'about.html'), page('About'));
    writeFileSync(path.join(dir, '404.html'), page('Not here'));
    writeFileSync(path.join(dir, '_astro/a.js'), 'export {}');
    writeFileSync(path.join(dir, '_headers'), '/*\n  X-Frame-Options: DENY\n');
    writeFileSync(path.join(dir, '_redirects'), '/old /about 301\n');
    const site = readSite(dir);
    server = createServer((request, response) => void serveFile(site, request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(dir, { recursive: true });
  });
  const get = (at: string, headers: Record<string, string> = {}) =>
    fetch(base + at, { redirect: 'manual', headers });

  test.each([
    ['/', 200, 'Home'],
    ['/about', 200, 'About'],
    ['/about?order=1', 200, 'About'],
    ['/nothing', 404, 'Not here'],
    ['/../package.json', 404, 'Not here'],
    ['/%2e%2e/%2e%2e/etc/passwd', 404, 'Not here'],
    ['/_headers', 404, 'Not here'],
  ])('%s answers %i', async (at, status, title) => {
    const response = await get(at);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(`<title>${title}</title>`);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  });

  test.each([
    ['/about/', '/about', 307],
    ['/about.html', '/about', 307],
    ['/index.html', '/', 307],
    ['/old', '/about', 301],
    ['/about/?a=1', '/about?a=1', 307],
  ])('%s leads to %s', async (at, to, status) => {
    const response = await get(at);
    expect([response.status, response.headers.get('location')]).toEqual([status, to]);
  });

  test('text is compressed, and an unchanged page is not sent again', async () => {
    const first = await get('/about', { 'accept-encoding': 'gzip, br' });
    expect(first.headers.get('content-encoding')).toBe('br');
    const etag = first.headers.get('etag') ?? '';
    const secondResponse = await get('/about', { 'if-none-match': etag });
    expect(secondResponse.status).toBe(304);
    expect((await get('/about', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('only GET and HEAD are allowed', async () => {
    expect((await fetch(`${base}/about`, { method: 'POST' })).status).toBe(405);
  });

  test.each([
    ['//', 307, '/'],
    ['//evil.test', 404, null],
    ['//evil.test/', 404, null],
    ['/%2fevil.test/', 404, null],
  ])('%s is treated as a path of this site and leads nowhere else', async (at, status, location) => {
    const answer = await get(at);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
  });
});
