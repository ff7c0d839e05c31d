import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { isLoopback, isLoopbackOrigin } from './http.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

/** Protocol of an event stream over a WebSocket. The token rides beside it: browsers send no headers with one. */
const eventsProtocol = 'lake-events';
const tokenPrefix = 'bearer.';

/**
 * The Studio's presence channel, and event streams that a browser cannot hold as HTTP: it allows six HTTP/1.1
 * connections to a host, an open document needs seven, and the cloud has HTTP/2 where we have none.
 */
export function attachSockets(server: Server, fetch: Fetch): { close(): void } {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => offered.has(eventsProtocol) && eventsProtocol,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const presence = /^\/v[^/]+\/socket\//.test(pathname);
    const events = /^\/v[^/]+\/data\/(listen|live\/events)\//.test(pathname);
    const { host, origin } = request.headers;
    const allowed = isLoopback(host) && (origin === undefined || isLoopbackOrigin(origin));
    if (!allowed || (!presence && !events)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (connection) => {
      connection.on('error', () => connection.terminate());
      if (presence) answerPresence(connection);
      else void carry(connection, request, fetch);
    });
  });
  return { close: () => sockets.clients.forEach((connection) => connection.terminate()) };
}

/** JSON-RPC 2.0: everything is accepted and nobody else is announced, so the editor is alone. */
function answerPresence(connection: WebSocket): void {
  connection.on('message', (data: Buffer) => {
    try {
      const { id } = JSON.parse(data.toString('utf8')) as { id?: unknown };
      if (id !== undefined) connection.send(JSON.stringify({ jsonrpc: '2.0', id, result: true }));
    } catch {
      connection.close(1007);
    }
  });
}

/** The same response that HTTP would give, chunk by chunk. */
async function carry(connection: WebSocket, request: IncomingMessage, fetch: Fetch): Promise<void> {
  const left = new AbortController();
  connection.on('close', () => left.abort());
  const token = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(tokenPrefix));
  const headers = new Headers({ host: String(request.headers.host) });
  if (token) headers.set('authorization', `Bearer ${token.slice(tokenPrefix.length)}`);
  try {
    const response = await fetch(
      new Request(`http://${request.headers.host}${request.url}`, { headers, signal: left.signal }),
    );
    // 4401 tells the Studio's side that the sign-in is over, where a browser would have read the status.
    if (!response.ok || !response.body) {
      connection.close(4000 + response.status);
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    connection.on('close', () => void reader.cancel().catch(() => undefined));
    for (let part = await reader.read(); !part.done; part = await reader.read()) connection.send(part.value);
  } catch {
    // Either side is gone; the Studio connects again.
  }
  connection.close();
}
