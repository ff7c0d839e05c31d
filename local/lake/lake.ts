import type { Change, Doc, Mutation, Result, Transaction } from './documents.ts';
import { forbidden } from './errors.ts';
import { newId } from './ids.ts';
import { Queries } from './queries.ts';
import { OpenTransaction } from './transaction.ts';
import type { Delivery, State } from './state.ts';
import { Store } from './store.ts';

export interface LakeOptions {
  dir: string;
  projectId: string;
  dataset: string;
  closed?: boolean | undefined;
  historyLimit?: number | undefined;
}

export type Step = (transaction: OpenTransaction) => Mutation[];

interface Request {
  author: string;
  transactionId?: string | undefined;
  action?: string | null;
  dryRun?: boolean;
  /** Says which documents the author may change. Without it, all. */
  allowed?: (documentId: string) => boolean;
}

/**
 * Returns the webhook messages of a transaction. They are stored with it in one line, so that neither exists without
 * the other.
 */
export type Outbox = (transaction: Transaction) => Promise<Delivery[]>;

export class Lake {
  readonly queries: Queries;
  /** If true, nothing can be read without a token, not even published documents. */
  readonly closed: boolean;
  readonly #store: Store;
  readonly #listeners = new Set<(transaction: Transaction) => void>();
  #outbox: Outbox = () => Promise.resolve([]);
  #lock: Promise<unknown> = Promise.resolve();

  private constructor(store: Store, options: LakeOptions) {
    this.#store = store;
    this.closed = options.closed ?? false;
    this.queries = new Queries(store.state.documents, options);
  }

  static async open(options: LakeOptions): Promise<Lake> {
    return new Lake(await Store.open(options.dir, options.historyLimit ?? 500), options);
  }

  get state(): Readonly<State> {
    return this.#store.state;
  }

  get(id: string): Doc | null {
    return this.state.documents.get(id) ?? null;
  }

  /** Calls `listener` for every transaction once it is on disk. The returned function unsubscribes. */
  listen(listener: (transaction: Transaction) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  useOutbox(outbox: Outbox): void {
    this.#outbox = outbox;
  }

  settle(delivery: Delivery): Promise<void> {
    return this.#store.append({ settled: delivery.key });
  }

  /**
   * Runs one transaction at a time, so that nothing changes between a revision check and its write. A transaction
   * that is sent again returns the same result.
   */
  transact(steps: Step[], request: Request): Promise<{ transactionId: string; results: Result[] }> {
    const transacted = this.#lock.then(() => this.#transact(steps, request));
    this.#lock = transacted.catch(() => undefined);
    return transacted;
  }

  async #transact(steps: Step[], request: Request): Promise<{ transactionId: string; results: Result[] }> {
    const id = request.transactionId ?? newId();
    const earlier = this.state.transactions.find((transaction) => transaction.id === id);
    if (earlier) return { transactionId: id, results: earlier.changes.map(resultOf) };
    const timestamp = new Date().toISOString();
    const transaction = new OpenTransaction(this.state.documents, id, timestamp);
    for (const step of steps) {
      for (const mutation of step(transaction))
        await transaction.run(mutation, (query, params) => this.#ids(query, params));
    }
    transaction.checkReferences();
    const changes: Change[] = [...transaction.changes.values()].filter(
      ({ previous, result }) => previous ?? result,
    );
    for (const { documentId } of changes)
      if (request.allowed?.(documentId) === false) throw forbidden(documentId);
    if (!request.dryRun && changes.length > 0) {
      await this.#commit({ id, timestamp, author: request.author, action: request.action ?? null, changes });
    }
    return { transactionId: id, results: transaction.results };
  }

  async #commit(transaction: Transaction): Promise<void> {
    await this.#store.append({ transaction, deliveries: await this.#outbox(transaction) });
    this.queries.forget();
    for (const listener of this.#listeners) listener(transaction);
  }

  async #ids(query: string, params: Record<string, unknown>): Promise<string[]> {
    const found = await this.queries.run(query, params, {
      perspective: ['raw'],
      identity: 'robot',
      anonymous: false,
    });
    return (Array.isArray(found) ? (found as unknown[]) : []).flatMap((row) => idOf(row) ?? []);
  }

  async close(): Promise<void> {
    await this.#lock;
    await this.#store.close();
  }
}

function resultOf({ documentId, previous, result }: Change): Result {
  return { id: documentId, operation: !result ? 'delete' : previous ? 'update' : 'create', document: result };
}

function idOf(row: unknown): string | undefined {
  if (typeof row === 'string') return row;
  return typeof row === 'object' && row !== null && '_id' in row ? String(row._id) : undefined;
}
