import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { languageCookie, momentCookie } from '#content/preview/cookie.ts';
import type { LanguageId } from '#config/languages.ts';
import { Access, linkCookie, readCookies, sessionCookie, type Visitor } from './access.ts';
import { languageOfPage, routeOf } from './address.ts';
import { answerApi, isApi, maxBodyBytes } from './api.ts';
import type { PreviewEnvironment } from './environment.ts';
import { messages, messagePage } from './messages.ts';
import { PreviewedSite } from './site.ts';

/** How long a page waits for the site's server to start. */
const PATIENCE_MS = 2_000;

/** The part of the site's server that the preview uses. */
interface Site {
  port(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the preview. Its pages are not indexed or stored, only Studio may frame them, and nobody can book or pay in
 * them.
 */
export async function startPreview(
  env: PreviewEnvironment,
  makeSite = (language: LanguageId): Site => new PreviewedSite(env, language),
) {
  const access = new Access(env);
  const sites: Record<LanguageId, Site> = { en: makeSite('en'), zh: makeSite('zh') };
  const server = createServer((request, response) => {
    answer({ env, access, sites }, request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else sendMessage(response, 503, messages.notStarted);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.PREVIEW_PORT, env.PREVIEW_HOST || '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all(Object.values(sites).map((site) => site.stop()));
      await closed;
    },
  };
}

interface Preview {
  env: PreviewEnvironment;
  access: Access;
  sites: Record<LanguageId, Site>;
}

async function answer(
  preview: Preview,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const { env, access } = preview;
  const address = request.url ?? '/';
  const studio = new URL(env.PUBLIC_STUDIO_URL).origin;
  setHeaders(response, studio);
  const { pathname, searchParams } = new URL(`http://preview${address.startsWith('/') ? address : '/'}`);
  if (pathname === '/robots.txt') return send(response, 200, 'User-agent: *\nDisallow: /\n', 'text/plain');
  if (pathname === '/__preview/enable') return enablePreview(preview, searchParams, response);
  const link = /^\/__preview\/shared\/([^/]+)$/.exec(pathname)?.[1];
  if (link !== undefined) return openLink(preview, link, response);

  const cookies = readCookies(request.headers.cookie);
  const visitor = await access.visitorOf(cookies);
  if (!visitor) return sendMessage(response, 401, cookies[linkCookie] ? messages.linkEnded : messages.closed);
  if (isApi(pathname)) return passApi(preview, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendMessage(response, 405, messages.notHere);
  if (pathname === '/__preview/visitor')
    return send(response, 200, JSON.stringify(visitor), 'application/json');
  const place = routeOf(address);
  if (place.kind === 'refused') return sendMessage(response, 404, messages.notHere);
  if (place.kind === 'page' && visitor.kind === 'guest' && place.path !== visitor.page)
    return sendMessage(response, 403, messages.otherPage);
  // The files of a page have the same addresses in each language, so the last page decides whose they are.
  const isOfSite = place.kind === 'page' && !place.path.startsWith('/__preview/');
  const language = isOfSite ? languageOfPage(place.path) : languageOfCookie(cookies[languageCookie]);
  if (isOfSite) setCookie(response, env, languageCookie, language);
  return passToSite(preview, request, response, { visitor, isPage: place.kind === 'page', language });
}

const languageOfCookie = (value: string | undefined): LanguageId => (value === 'zh' ? value : 'en');

/** Sets the headers. Only Studio may frame the preview, and its pages connect only to the preview itself. */
function setHeaders(response: ServerResponse, studio: string): void {
  response.setHeader('x-robots-tag', 'noindex, nofollow, noarchive');
  response.setHeader('cache-control', 'private, no-store');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader(
    'content-security-policy',
    `connect-src 'self'; form-action 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self' ${studio}`,
  );
}

/** Opens a session. Studio calls this address with a secret that it has written into the content lake. */
async function enablePreview({ env, access }: Preview, query: URLSearchParams, response: ServerResponse) {
  const session = await access.openSession(query.get('sanity-preview-secret') ?? '');
  if (session === null) return sendMessage(response, 401, messages.closed);
  setCookie(response, env, sessionCookie, session);
  return redirect(response, pathOf(query.get('sanity-preview-pathname')));
}

async function openLink({ env, access }: Preview, token: string, response: ServerResponse) {
  const guest = await access.readLink(token);
  if (!guest) return sendMessage(response, 401, messages.linkEnded);
  setCookie(response, env, linkCookie, token);
  setCookie(response, env, momentCookie, guest.at ?? '', { script: true });
  return redirect(response, pathOf(guest.page));
}

function pathOf(text: string | null): string {
  const url = URL.canParse(text ?? '/', 'http://preview') ? new URL(text ?? '/', 'http://preview') : null;
  return url?.origin === 'http://preview' && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

/**
 * Sets a cookie. Within Studio's frame, a browser sends the cookie of another site only if it is partitioned, which
 * needs https.
 */
function setCookie(
  response: ServerResponse,
  env: PreviewEnvironment,
  name: string,
  value: string,
  { script = false } = {},
): void {
  const framed = env.PREVIEW_URL.startsWith('https:') ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  const age = value === '' ? '; Max-Age=0' : '';
  response.appendHeader(
    'set-cookie',
    `${name}=${value}; Path=/; ${framed}${script ? '' : '; HttpOnly'}${age}`,
  );
}

async function passApi({ env }: Preview, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  let left = maxBodyBytes;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    left -= chunk.length;
    if (left < 0) return void response.writeHead(413, { connection: 'close' }).end();
    chunks.push(chunk);
  }
  const { status, body } = await answerApi(
    {
      method: request.method ?? 'GET',
      address: request.url ?? '/',
      body: Buffer.concat(chunks).toString('utf8'),
      key: [request.headers['apikey']].flat()[0],
    },
    env.PUBLIC_SUPABASE_URL,
  );
  send(response, status, body, 'application/json');
}

/** Returns the port of the site's server, or null if the server needs longer. A page then says so, and reloads. */
const waitForPort = (port: Promise<number>): Promise<number | null> =>
  Promise.race([port, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS).unref())]);

/** Passes a request to the site. Of the cookies, only the one with the chosen moment is passed on. */
async function passToSite(
  { sites }: Preview,
  request: IncomingMessage,
  response: ServerResponse,
  { visitor, isPage, language }: { visitor: Visitor; isPage: boolean; language: LanguageId },
): Promise<unknown> {
  const site = sites[language];
  const port = await (isPage ? waitForPort(site.port()) : site.port());
  if (port === null) {
    response.setHeader('refresh', '1');
    return sendMessage(response, 503, messages.starting);
  }
  const moment = visitor.kind === 'guest' ? visitor.at : readCookies(request.headers.cookie)[momentCookie];
  const headers = {
    accept: request.headers.accept ?? '*/*',
    ...(request.headers['if-none-match'] && { 'if-none-match': request.headers['if-none-match'] }),
    ...(moment && { cookie: `${momentCookie}=${moment}` }),
  };
  return new Promise<void>((resolve, reject) => {
    const asked = httpRequest(
      { host: '127.0.0.1', port, path: request.url, method: request.method, headers },
      (from) => {
        for (const name of ['content-type', 'content-length', 'etag', 'location']) {
          const value = from.headers[name];
          if (value !== undefined) response.setHeader(name, value);
        }
        // Code is the same for everybody, and a page loads hundreds of its files.
        if (!isPage) response.setHeader('cache-control', 'private, no-cache');
        response.writeHead(from.statusCode ?? 502);
        from.pipe(response);
        from.once('end', resolve);
        from.once('error', reject);
      },
    );
    asked.once('error', reject);
    response.once('close', () => {
      asked.destroy();
      resolve();
    });
    asked.end();
  });
}

const redirect = (response: ServerResponse, to: string) => response.writeHead(307, { location: to }).end();

const send = (response: ServerResponse, status: number, body: string, type: string) =>
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);

const sendMessage = (response: ServerResponse, status: number, message: string) =>
  send(response, status, messagePage(message), 'text/html');
