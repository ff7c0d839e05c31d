import { Hono } from 'hono';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { Change, Transaction } from './documents.ts';
import { groqParams, type LakeEnv } from './http.ts';
import { isPrivate, newId } from './ids.ts';
import type { Lake } from './lake.ts';

interface Subscription {
  query: string;
  params: Record<string, unknown>;
  flags: Record<string, string>;
  identity: string;
  anonymous: boolean;
}

const heartbeatMs = 15_000;

export function listenRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>();

  routes.get('/data/listen/:dataset', (c) => {
    const flags = c.req.query();
    const user = c.get('user');
    const query = flags['query'] ?? '*';
    const identity = user?.id ?? '';
    const subscription = { query, params: groqParams(flags), flags, identity, anonymous: !user };
    return streamSSE(c, async (stream) => {
      const welcome = send(stream, 'welcome', { listenerName: newId() });
      await follow(lake, stream, welcome, async (transaction) => {
        for (const event of await eventsFor(lake, transaction, subscription)) {
          await send(stream, 'mutation', event, event.eventId);
        }
      });
    });
  });

  routes.get('/data/live/events/:dataset', (c) =>
    streamSSE(c, async (stream) => {
      const welcome = send(stream, 'welcome', {}, newId());
      // `restart` makes the client run all queries again, because without sync tags it cannot tell which of them
      // changed.
      await follow(lake, stream, welcome, () => send(stream, 'restart', {}, newId()));
    }),
  );
  return routes;
}

const send = (stream: SSEStreamingApi, event: string, data: unknown, id?: string) =>
  stream.writeSSE({ event, data: JSON.stringify(data), ...(id ? { id } : {}) });

/** Forwards transactions in order until the client disconnects. It listens before `welcome` is sent. */
async function follow(
  lake: Lake,
  stream: SSEStreamingApi,
  welcome: Promise<void>,
  forward: (transaction: Transaction) => Promise<void>,
) {
  let chain = welcome;
  const stop = lake.listen((transaction) => {
    chain = chain.then(() => forward(transaction)).catch(() => stream.abort());
  });
  const heartbeat = setInterval(() => void stream.write(':\n\n').catch(() => undefined), heartbeatMs);
  await new Promise<void>((resolve) => stream.onAbort(resolve));
  clearInterval(heartbeat);
  stop();
}

async function eventsFor(lake: Lake, transaction: Transaction, subscription: Subscription) {
  const { query, params, identity, anonymous, flags } = subscription;
  const hits: { change: Change; transition: string }[] = [];
  for (const change of transaction.changes) {
    if (anonymous && (lake.closed || isPrivate(change.documentId))) continue;
    const before = await lake.queries.matches(query, params, change.previous, identity);
    const after = await lake.queries.matches(query, params, change.result, identity);
    if (!before && !after) continue;
    hits.push({ change, transition: !before ? 'appear' : after ? 'update' : 'disappear' });
  }
  // The total counts only this listener's events, because Studio waits for that many before it shows any.
  return hits.map(({ change, transition }, index) => ({
    ...event(transaction, change, flags),
    transition,
    transactionTotalEvents: hits.length,
    transactionCurrentEvent: index + 1,
  }));
}

function event(
  transaction: Transaction,
  { documentId, previous, result, mutations }: Change,
  flags: Record<string, string>,
) {
  return {
    eventId: `${transaction.id}#${documentId}`,
    documentId,
    transactionId: transaction.id,
    identity: transaction.author,
    timestamp: transaction.timestamp,
    visibility: 'query',
    previousRev: previous?._rev,
    resultRev: transaction.id,
    ...(flags['includeMutations'] === 'false' ? {} : { mutations }),
    ...(flags['includeResult'] === 'true' && result ? { result } : {}),
    ...(flags['includePreviousRevision'] === 'true' && previous ? { previous } : {}),
    // Mendoza's opcode 0 replaces the value, so a whole document is a valid patch.
    ...(flags['effectFormat'] === 'mendoza'
      ? { effects: { apply: [0, result], revert: [0, previous] } }
      : {}),
  };
}
