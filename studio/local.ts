import { createClient, type ClientConfig } from '@sanity/client';

/** Connects Studio to the local content lake, if `SANITY_STUDIO_API_HOST` is set. */
export const localWorkspace = (apiHost: string) => ({
  apiHost,
  auth: {
    loginMethod: 'token' as const,
    redirectOnSingle: false,
    // There is one account for each role, to test what each role may do.
    providers: ['publisher', 'editor'].map((name) => ({
      name,
      title: `Local ${name}`,
      url: `${apiHost}/v1/auth/login/${name}`,
    })),
  },
  unstable_clientFactory: (options: ClientConfig) =>
    // All projects share one host, because not every resolver knows `<project>.localhost`.
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way to use one host
    createClient({ ...options, useProjectHostname: false, resolveFetch: () => localFetch }),
  // These features exist only in the cloud.
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
 * Fetches from the local content lake. Event streams use WebSockets, because an open document needs seven streams and
 * browsers allow six HTTP/1.1 connections per host.
 */
function localFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const isStream = /\/data\/(listen|live\/events)\//.test(new URL(url).pathname);
  return isStream ? streamOverWebSocket(url, init) : fetch(url, init);
}

function streamOverWebSocket(url: string, { headers, signal }: RequestInit): Promise<Response> {
  const token = /^Bearer (.+)$/.exec(new Headers(headers).get('authorization') ?? '')?.[1];
  // A WebSocket cannot send headers, so the token is passed as a subprotocol.
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
