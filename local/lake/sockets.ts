import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { isLoopback, isLoopbackOrigin } from './http.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * The subprotocol of an event stream. The token is a second subprotocol, because browsers cannot set a WebSocket's
 * headers.
 */
const eventsProtocol = 'lake-events';
const tokenPrefix = 'bearer.';

/**
 * Browsers allow six HTTP/1.1 connections to a host, and an open document needs seven streams. The cloud has HTTP/2.
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
      else void sendResponse(connection, request, fetch);
    });
  });
  return { close: () => sockets.clients.forEach((connection) => connection.terminate()) };
}

/** Speaks JSON-RPC 2.0. It accepts every call and reports no other people, so the editor appears to be alone. */
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

/** Sends the response that HTTP would give, chunk by chunk. */
async function sendResponse(connection: WebSocket, request: IncomingMessage, fetch: Fetch): Promise<void> {
  const disconnected = new AbortController();
  connection.on('close', () => disconnected.abort());
  const token = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
    .find((protocol) => protocol.startsWith(tokenPrefix));
  const headers = new Headers({ host: String(request.headers.host) });
  if (token) headers.set('authorization', `Bearer ${token.slice(tokenPrefix.length)}`);
  try {
    const response = await fetch(
      new Request(`http://${request.headers.host}${request.url}`, { headers, signal: disconnected.signal }),
    );
    // The close code contains the HTTP status: 4401 tells Studio that its sign-in has expired.
    if (!response.ok || !response.body) {
      connection.close(4000 + response.status);
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    connection.on('close', () => void reader.cancel().catch(() => undefined));
    for (let part = await reader.read(); !part.done; part = await reader.read()) connection.send(part.value);
  } catch {
    // One side has disconnected. Studio reconnects automatically.
  }
  connection.close();
}
