import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresConnection } from '@supabase/lite/postgres';
import postgres from 'postgres';
import { callerScope, requestScope } from './request-scope.ts';

/** Pause between two attempts to reach a database that is away. */
const RETRY_MS = 300;

/**
 * Keeps lite's picture of the schema true: reads it now, and again whenever somebody says `notify pgrst` (an
 * event trigger does at every change) or the database has been away. A reading that fails leaves the last one.
 */
export async function watchSchema(connection: PostgresConnection, url: string): Promise<SchemaWatch> {
  const { tables } = await connection.introspect();
  // Lite answers a failure with an empty schema; the auth tables are always there.
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
    // Stopped while it was connecting.
    if (this.#stopped.signal.aborted) await listener.end({ timeout: 0 });
  }

  /** The driver listens again after a loss, but gives up if the database is not back at once. */
  async comeBack(): Promise<void> {
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

  /** At most one reading at a time and one more planned. */
  #refresh(): void {
    if (this.#planned) return;
    this.#planned = true;
    this.#reading = this.#reading.then(async () => {
      this.#planned = false;
      while (!(await this.#tryToRead())) await delay(RETRY_MS);
    });
  }

  /** A connection that died may be noticed only here; lite takes that for an empty schema, and would keep it. */
  async #tryToRead(): Promise<boolean> {
    if (this.#stopped.signal.aborted) return true;
    // Told of a loss by a connection that a request opened, this would else ask with that request's rights.
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
