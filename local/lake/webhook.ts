import { createHash } from 'node:crypto';
import type { Change, Transaction } from './documents.ts';
import { evaluateGroq, parseGroq } from './groq.ts';
import { isPrivate } from './ids.ts';
import type { Outbox } from './lake.ts';
import type { Delivery } from './state.ts';

export interface WebhookOptions {
  url: string;
  secret: string;
  /**
   * A GROQ filter, as in a real project's webhook. Without it, every published document that is not an asset counts.
   */
  filter?: string;
  projection?: string;
  firstRetryMs?: number;
}

const everyContent = '!string::startsWith(_type, "sanity.") && !string::startsWith(_type, "system.")';

/** Returns a function that creates the webhook calls of a transaction, like Sanity's webhooks. */
export function webhookOutbox({ filter, projection }: WebhookOptions): Outbox {
  const parsedFilter = parseGroq(filter ?? everyContent, {}, 'delta');
  const shape = parseGroq(projection ?? '@', {}, 'delta');
  const createDeliveries = async (transaction: Transaction, change: Change): Promise<Delivery[]> => {
    const { documentId, previous, result } = change;
    const document = result ?? previous;
    if (!document || isPrivate(documentId)) return [];
    const scope = { before: previous, after: result, root: document };
    if ((await evaluateGroq(parsedFilter, scope)) !== true) return [];
    const body = JSON.stringify(await evaluateGroq(shape, scope));
    const operation = !result ? 'delete' : previous ? 'update' : 'create';
    const key = createHash('sha256').update(`${transaction.id} ${documentId}`).digest('hex').slice(0, 32);
    const { id: transactionId, timestamp: transactionTime } = transaction;
    return [{ key, transactionId, transactionTime, documentId, operation, body }];
  };
  return async (transaction) =>
    (await Promise.all(transaction.changes.map((change) => createDeliveries(transaction, change)))).flat();
}
