import type { Doc, Transaction } from './documents.ts';

export interface Delivery {
  key: string;
  transactionId: string;
  transactionTime: string;
  documentId: string;
  operation: 'create' | 'update' | 'delete';
  body: string;
}

export interface State {
  documents: Map<string, Doc>;
  transactions: Transaction[];
  deliveries: Map<string, Delivery>;
}

export type Entry = { transaction: Transaction; deliveries: Delivery[] } | { settled: string };

export const emptyState = (): State => ({ documents: new Map(), transactions: [], deliveries: new Map() });

/** Applies a new entry, or an entry of a replayed journal, so that both lead to the same state. */
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
