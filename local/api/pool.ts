import postgres from 'postgres';
import { encodeJsonArguments } from './rpc-json.ts';

export type PoolOptions = postgres.Options<Record<string, postgres.PostgresType>>;

type Parameters = NonNullable<globalThis.Parameters<postgres.Sql['unsafe']>[1]>;

/** As on the hosted service, a request that has waited this long for a connection is refused. */
const ACQUISITION_MS = 10_000;

const TEXT = 25;

/**
 * The part of a connection that the query builder of @supabase/lite uses. All statements of a transaction run on it
 * one after the other.
 */
type Reserved = Pick<postgres.ReservedSql, 'unsafe' | 'release'>;

/**
 * The driver's own pool does not survive a restart of its database: a waiting reservation is never answered, and a
 * statement on a dead connection ends the process. This pool discards a closed client with its later statements,
 * because a new client would not have the caller's role.
 */
export class Pool {
  readonly #url: string;
  readonly #options: PoolOptions;
  readonly #onLost: () => void;
  readonly #idle: Client[] = [];
  readonly #clients = new Set<Client>();
  readonly #waiting: ((client: Client) => void)[] = [];
  readonly #max: number;
  readonly #acquisitionMs: number;

  constructor(
    url: string,
    { acquisitionMs = ACQUISITION_MS, ...options }: PoolOptions & { max: number; acquisitionMs?: number },
    onLost: () => void,
  ) {
    this.#acquisitionMs = acquisitionMs;
    this.#url = url;
    this.#options = options;
    this.#max = options.max;
    this.#onLost = onLost;
  }

  async reserve(): Promise<Reserved> {
    const client = await this.#take();
    const unsafe = (text: string, parameters: Parameters = []) =>
      client.dead ? Promise.reject(lostConnectionError()) : client.run(text, parameters);
    return { unsafe: unsafe as Reserved['unsafe'], release: () => this.#giveBack(client) };
  }

  async end(): Promise<void> {
    const clients = [...this.#clients];
    this.#clients.clear();
    await Promise.all(clients.map((client) => client.end()));
  }

  #take(): Client | Promise<Client> {
    const client = this.#idle.pop() ?? (this.#clients.size < this.#max ? this.#open() : undefined);
    return client ?? this.#wait();
  }

  #wait(): Promise<Client> {
    return new Promise((resolve, reject) => {
      const next = (freed: Client) => {
        clearTimeout(timer);
        resolve(freed);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        reject(Object.assign(new Error('No connection came free.'), { code: 'POOL_TIMEOUT' }));
      }, this.#acquisitionMs);
      this.#waiting.push(next);
    });
  }

  #open(): Client {
    const client = new Client(this.#url, this.#options, () => this.#forget(client));
    this.#clients.add(client);
    return client;
  }

  #forget(client: Client): void {
    const index = this.#idle.indexOf(client);
    if (index >= 0) this.#idle.splice(index, 1);
    // A client that `end` closes is no longer in the set, so it is not reported as lost.
    if (this.#clients.delete(client)) this.#onLost();
    void client.end();
  }

  #giveBack(client: Client): void {
    const next = this.#waiting.shift();
    if (next) next(client.dead ? this.#open() : client);
    else if (!client.dead) this.#idle.push(client);
  }
}

/** One connection. Its first statement opens it, and it cannot be used after it has closed. */
class Client {
  readonly #sql: postgres.Sql;
  dead = false;

  constructor(url: string, options: PoolOptions, onDeath: () => void) {
    const onclose = () => {
      if (this.dead) return;
      this.dead = true;
      onDeath();
    };
    // Connections have no maximum age, so a closed connection means that the database was lost.
    this.#sql = postgres(url, { ...options, max: 1, max_lifetime: null, onclose });
  }

  run(text: string, parameters: Parameters): postgres.PendingQuery<postgres.Row[]> {
    const encoded = encodeJsonArguments(text, parameters, (value) => this.#sql.typed(value, TEXT) as never);
    const query = this.#sql.unsafe<postgres.Row[]>(text, encoded);
    query.catch(hideInput);
    return query;
  }

  end(): Promise<void> {
    return this.#sql.end({ timeout: 1 });
  }
}

/** Details that may quote input can be read for the answer to the caller, but are hidden from logs. */
function hideInput(error: unknown): void {
  if (!(error instanceof postgres.PostgresError)) return;
  for (const name of ['detail', 'hint', 'where', 'query', 'parameters', 'args', 'internal_query'])
    if (name in error) Object.defineProperty(error, name, { enumerable: false });
}

function lostConnectionError(): Error {
  return Object.assign(new Error('The connection to the database was lost.'), { code: 'CONNECTION_CLOSED' });
}
