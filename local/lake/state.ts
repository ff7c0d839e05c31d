import type { Doc, Transaction } from './documents.ts';

/** A webhook message that its receiver has not accepted yet. */
export interface Delivery {
  /** The `idempotency-key` header of every attempt. */
  key: string;
  transactionId: string;
  transactionTime: string;
  documentId: string;
  operation: 'create' | 'update' | 'delete';
  body: string;
}

/** Everything that the lake stores, apart from asset files and sessions. */
export interface State {
  documents: Map<string, Doc>;
  /** Oldest first, at most `historyLimit`, each with its documents before and after. */
  transactions: Transaction[];
  deliveries: Map<string, Delivery>;
}

/** One line of the journal: a transaction with its webhook messages, or the key of a delivered message. */
export type Entry = { transaction: Transaction; deliveries: Delivery[] } | { settled: string };

export const emptyState = (): State => ({ documents: new Map(), transactions: [], deliveries: new Map() });

/** Applies a new entry, or one of a replayed journal, so that both lead to the same state. */
export function applyEntry(state: State, entry: Entry, historyLimit: number): void {
  if ('settled' in entry) {
    state.deliveries.delete(entry.settled);
    return;
  }
  for (const change of entry.transaction.changes) {
    if (change.result) state.documents.set(change.documentId, change.result);
    else state.documents.delete(change.documentId);
  }
  state.transactions.push(entry.transaction);
  state.transactions.splice(0, Math.max(0, state.transactions.length - historyLimit));
  for (const delivery of entry.deliveries) state.deliveries.set(delivery.key, delivery);
}
