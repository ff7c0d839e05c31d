import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { callerScope, requestScope } from './request-scope.ts';

const RETRY_MS = 300;

/**
 * Reads the schema again after each `notify pgrst` and each loss of the database. A failed read keeps the last copy.
 */
export async function watchSchema(connection: PostgresConnection, url: string): Promise<SchemaWatch> {
  const { tables } = await connection.introspect();
  if (tables.length === 0) throw new Error('The schema could not be read; is the database prepared?');
  const watch = new SchemaWatch(connection, url);
  await watch.listen();
  return watch;
}

export class SchemaWatch {
  readonly #connection: PostgresConnection;
  readonly #url: string;
  #listener: postgres.Sql | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  #planned = false;
  #returning = false;
  readonly #stopped = new AbortController();

  constructor(connection: PostgresConnection, url: string) {
    this.#connection = connection;
    this.#url = url;
  }

  async listen(): Promise<void> {
    const listener = postgres(this.#url, { max: 1 });
    try {
      await listener.listen('pgrst', () => this.#refresh());
    } catch (error) {
      await listener.end({ timeout: 0 });
      throw error;
    }
    await this.#listener?.end({ timeout: 0 });
    this.#listener = listener;
    // The watch was stopped while it was connecting.
    if (this.#stopped.signal.aborted) await listener.end({ timeout: 0 });
  }

  /** The driver listens again after a lost connection, but gives up if the database is not back at once. */
  async reconnect(): Promise<void> {
    if (this.#returning) return;
    this.#returning = true;
    while (!(await this.#tryToListen())) await delay(RETRY_MS);
    this.#returning = false;
    if (!this.#stopped.signal.aborted) this.#refresh();
  }

  async #tryToListen(): Promise<boolean> {
    if (this.#stopped.signal.aborted) return true;
    return this.listen().then(
      () => true,
      () => false,
    );
  }

  /** Runs at most one read at a time and queues at most one more. */
  #refresh(): void {
    if (this.#planned) return;
    this.#planned = true;
    this.#reading = this.#reading.then(async () => {
      this.#planned = false;
      while (!(await this.#tryToRead())) await delay(RETRY_MS);
    });
  }

  /** A dead connection may be noticed only here. @supabase/lite would take it for an empty schema and save that. */
  async #tryToRead(): Promise<boolean> {
    if (this.#stopped.signal.aborted) return true;
    // The query must not run with the rights of the request that reports the lost connection, so it leaves that
    // request's scope.
    const reading = requestScope.exit(() => callerScope.exit(() => this.#connection.introspect()));
    return reading.then(
      ({ tables }) => tables.length > 0,
      () => false,
    );
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#listener?.end({ timeout: 0 });
    await this.#reading;
  }
}
