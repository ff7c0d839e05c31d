import { Hono } from 'hono';
import type { Change, Transaction } from './documents.ts';
import { unauthorized } from './errors.ts';
import { ndjson, type LakeEnv } from './http.ts';
import { publishedId } from './ids.ts';
import type { Lake } from './lake.ts';

/** The API of Studio's history pane. It reaches back as far as the lake stores transactions. */
export function historyRoutes(lake: Lake): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>();
  // As in the cloud, a history needs a token, because it also shows drafts.
  routes.use('/data/history/*', async (c, next) => {
    if (!c.get('user')) throw unauthorized('A token is needed to read history');
    await next();
  });

  routes.get('/data/history/:dataset/events/documents/:id', (c) => {
    const id = c.req.param('id');
    const events = lake.state.transactions.flatMap((transaction) => {
      const change = changeOf(transaction, id);
      return change ? eventOf(transaction, change) : [];
    });
    return c.json({ events: { [id]: events.reverse() }, nextCursor: '' });
  });

  routes.get('/data/history/:dataset/transactions/:ids', (c) => {
    const ids = c.req.param('ids').split(',');
    const query = c.req.query();
    const all = lake.state.transactions.filter(({ changes }) =>
      changes.some((change) => ids.includes(change.documentId)),
    );
    const selected = sliceTransactions(all, query['fromTransaction'], query['toTransaction']);
    const ordered = query['reverse'] === 'true' ? selected.reverse() : selected;
    const rows = ordered.slice(0, Number(query['limit'] ?? 50)).map((transaction) => ({
      id: transaction.id,
      timestamp: transaction.timestamp,
      author: transaction.author,
      documentIDs: transaction.changes.map(({ documentId }) => documentId),
      ...(query['excludeMutations'] === 'true'
        ? {}
        : { mutations: transaction.changes.flatMap(({ mutations }) => mutations) }),
      effects: effectsOf(transaction.changes.filter(({ documentId }) => ids.includes(documentId))),
    }));
    return c.body(ndjson(rows), 200, { 'content-type': 'application/x-ndjson' });
  });

  routes.get('/data/history/:dataset/documents/:ids', (c) => {
    const { revision, time } = c.req.query();
    const { transactions } = lake.state;
    const lastIndex = revision
      ? transactions.findIndex(({ id }) => id === revision)
      : transactions.length - 1;
    const past = transactions.slice(0, lastIndex + 1).filter(({ timestamp }) => !time || timestamp <= time);
    const documents = c.req
      .param('ids')
      .split(',')
      .flatMap((id) => {
        const last = past.findLast((transaction) => changeOf(transaction, id));
        return (last && changeOf(last, id)?.result) ?? [];
      });
    return c.json({ documents });
  });
  return routes;
}

const changeOf = ({ changes }: Transaction, id: string) =>
  changes.find(({ documentId }) => documentId === id);

function sliceTransactions(
  transactions: Transaction[],
  from: string | undefined,
  to: string | undefined,
): Transaction[] {
  const first = transactions.findIndex(({ id }) => id === from);
  const last = transactions.findIndex(({ id }) => id === to);
  return transactions.slice(Math.max(0, first), last >= 0 ? last + 1 : undefined);
}

const effectsOf = (changes: Change[]) =>
  Object.fromEntries(
    changes.map(({ documentId, previous, result }) => [
      documentId,
      { apply: [0, result], revert: [0, previous] },
    ]),
  );

/** Returns milestones of a document. Studio reads the edits between them from the transactions. */
function eventOf(transaction: Transaction, { documentId, previous, result }: Change): object[] {
  const { id, timestamp, author, action } = transaction;
  const base = publishedId(documentId);
  const common = { timestamp, author, documentId: base };
  if (action === 'document.publish') {
    const versionId = `drafts.${base}`;
    const publish = { versionId, versionRevisionId: id, revisionId: id, publishCause: 'document.publish' };
    return [{ ...common, type: 'publishDocumentVersion', ...publish }];
  }
  if (!result) {
    if (action === 'document.delete') return [{ ...common, type: 'deleteDocumentGroup' }];
    if (action === 'document.unpublish' && documentId === base) {
      return [{ ...common, type: 'unpublishDocument', versionId: `drafts.${base}`, versionRevisionId: id }];
    }
    return [
      { ...common, type: 'deleteDocumentVersion', versionId: documentId, versionRevisionId: previous?._rev },
    ];
  }
  if (previous) return [];
  return [
    {
      ...common,
      type: 'createDocumentVersion',
      versionId: documentId,
      versionRevisionId: id,
      revisionId: id,
    },
  ];
}
