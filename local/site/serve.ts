import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding, Site, SiteFile } from './files.ts';
import { headersFor, redirectFor } from './rules.ts';

/** Answers like a static host: pages without `.html` or a slash at the end, 404.html, compression, ETags. */
export async function serveFile(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The address is concatenated, not resolved, because `//name` would resolve to another host.
  const { pathname, search } = new URL(`http://localhost${request.url ?? '/'}`);
  const path = decode(pathname);
  const headers = headersFor(site.headers, path);

  const redirect = redirectFor(site.redirects, path) ?? canonical(site, path);
  if (redirect) {
    response.writeHead(redirect.status, { ...headers, location: redirect.to + search }).end();
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end();
    return;
  }
  const found = lookUp(site, path);
  const file = found ?? site.files.get('/404.html');
  if (!file) {
    response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  await send(file, found ? 200 : 404, headers, request, response);
}

const decode = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

function lookUp(site: Site, path: string): SiteFile | undefined {
  if (path === '/') return site.files.get('/index.html');
  return site.files.get(path) ?? site.files.get(`${path}.html`) ?? site.files.get(`${path}/index.html`);
}

/** Each page has one address: `/about/` and `/about.html` redirect to `/about`. */
function canonical(site: Site, path: string): { to: string; status: number } | null {
  const canonicalPath = path.replace(/(\/index)?\.html$/, '').replace(/\/+$/, '') || '/';
  if (canonicalPath === path || path === '/404.html') return null;
  return lookUp(site, canonicalPath) ? { to: encodeURI(canonicalPath), status: 307 } : null;
}

async function send(
  file: SiteFile,
  status: number,
  headers: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const encoding = file.compressible ? preferred(request.headers['accept-encoding'] ?? '') : 'identity';
  const etag = encoding === 'identity' ? file.etag : `W/${file.etag}`;
  const all: Record<string, string> = {
    'cache-control': 'public, max-age=0, must-revalidate',
    ...headers,
    'content-type': file.type,
    etag,
    vary: 'accept-encoding',
  };
  if (status === 200 && matches(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, all).end();
    return;
  }
  const body = await file.body(encoding);
  if (encoding !== 'identity') all['content-encoding'] = encoding;
  all['content-length'] = String(body.length);
  response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : body);
}

function preferred(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

const matches = (sent: string | undefined, etag: string) =>
  sent?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
