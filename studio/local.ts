import { createClient, type ClientConfig } from '@sanity/client';

/** Wiring for the local content lake. Not used, and nothing of it active, unless `SANITY_STUDIO_API_HOST` is set. */
export const localWorkspace = (apiHost: string) => ({
  apiHost,
  auth: {
    loginMethod: 'token' as const,
    redirectOnSingle: false,
    // One for each role, as a real project has people.
    providers: ['publisher', 'editor'].map((name) => ({
      name,
      title: `Local ${name}`,
      url: `${apiHost}/v1/auth/login/${name}`,
    })),
  },
  unstable_clientFactory: (options: ClientConfig) =>
    // One address for every project: not every resolver knows `<project>.localhost`.
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way to one
    createClient({ ...options, useProjectHostname: false, resolveFetch: () => localFetch }),
  // What only the cloud can do.
  releases: { enabled: false },
  scheduledDrafts: { enabled: false },
  scheduledPublishing: { enabled: false },
  tasks: { enabled: false },
  announcements: { enabled: false },
  mediaLibrary: { enabled: false },
  apps: { canvas: { enabled: false } },
  document: { comments: { enabled: false }, askToEdit: { enabled: false } },
});

/**
 * An open document holds seven event streams, and browsers allow six HTTP/1.1 connections to a host (the cloud has
 * HTTP/2): event streams go by WebSocket, which does not count.
 */
function localFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const isStream = /\/data\/(listen|live\/events)\//.test(new URL(url).pathname);
  return isStream ? streamOverWebSocket(url, init) : fetch(url, init);
}

function streamOverWebSocket(url: string, { headers, signal }: RequestInit): Promise<Response> {
  const token = /^Bearer (.+)$/.exec(new Headers(headers).get('authorization') ?? '')?.[1];
  // A browser sends no headers with a WebSocket; the token goes where subprotocols are named.
  const socket = new WebSocket(url.replace(/^http/, 'ws'), [
    'lake-events',
    ...(token ? [`bearer.${token}`] : []),
  ]);
  const encoder = new TextEncoder();
  signal?.addEventListener('abort', () => socket.close());
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new TypeError('Failed to fetch'));
    socket.onopen = () => {
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          let open = true;
          socket.onmessage = ({ data }) => open && stream.enqueue(encoder.encode(String(data)));
          socket.onclose = () => {
            if (open) stream.close();
            open = false;
          };
        },
        cancel: () => socket.close(),
      });
      resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
  });
}
