/**
 * Simulates the hosted services (Supabase, Stripe, Resend, Sanity, the site's host) for the tests of setup and
 * doctor.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { cloudflareApi, netlifyApi } from './site-hosts.ts';
import { projectHost, projectSite, siteHost, studioHost } from './project.ts';
import { resendApi } from './resend.ts';
import { sanityApi, sanityProject } from './sanity.ts';
import { stripeApi } from './stripe.ts';
import { supabaseApi } from './supabase.ts';
import type { World } from './world.ts';

/** The name of the header that contains the host that was called, because one server answers for all hosts. */
const HOST = 'x-hosted-host';

export interface HostedServices {
  /** Sends a call for a real address to the simulation. Addresses that it does not simulate cannot be reached. */
  fetch: typeof fetch;
  resolveTxt: (name: string) => Promise<string[][]>;
  stop: () => Promise<void>;
}

/** Starts one server that simulates all services, with the paths that they document. Other paths answer with 404. */
export async function startHosted(world: World): Promise<HostedServices> {
  const hosts: Record<string, Hono> = {
    'api.supabase.com': supabaseApi(world),
    [projectHost]: projectSite(world),
    'api.stripe.com': stripeApi(world),
    'api.resend.com': resendApi(world),
    'api.sanity.io': sanityApi(world),
    [`${world.sanity.projectId}.api.sanity.io`]: sanityProject(world),
    'api.netlify.com': netlifyApi(world),
    'api.cloudflare.com': cloudflareApi(world),
    'studio.otter.example': studioHost(world),
    'otter.example': siteHost(world, false),
    'www.otter.example': siteHost(world, true),
  };
  const listener = getRequestListener((request) => {
    const app = hosts[request.headers.get(HOST) ?? ''];
    return app ? app.fetch(request) : new Response(null, { status: 404 });
  });
  const server: Server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const lostWrites = new Set<string>();

  const callDouble = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!(url.host in hosts) || (url.host.startsWith('www.') && world.site.www === 'missing'))
      throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND', hostname: url.host } });
    const { host } = url;
    url.protocol = 'http:';
    url.host = `127.0.0.1:${port}`;
    const headers = new Headers(init?.headers);
    headers.set(HOST, host);
    const response = await fetch(url, { ...init, headers });
    const write = describeWrite(init, host, url);
    if (!write || !response.ok) return response;
    world.writes.push(write);
    if (!world.losesAnswers || lostWrites.has(write)) return response;
    lostWrites.add(write);
    await response.body?.cancel();
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
  };
  return {
    fetch: callDouble,
    resolveTxt(name) {
      const text = world.dns.get(name);
      if (text === undefined)
        return Promise.reject(Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));
      return Promise.resolve([[text]]);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a description of a call that changes something, or null if the call only reads. */
function describeWrite(
  init: RequestInit | undefined,
  host: string,
  { pathname, search }: URL,
): string | null {
  const method = init?.method ?? 'GET';
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return null;
  if (pathname.endsWith('/stop-news')) return null;
  if (!pathname.endsWith('/database/query')) return `${method} ${host}${pathname}${search}`;
  const { query, read_only } = JSON.parse(init?.body as string) as { query: string; read_only?: boolean };
  return read_only || query.trimStart().startsWith('select') ? null : `SQL ${query.trim().slice(0, 60)}`;
}
