import postgres from 'postgres';
import { encodeJsonArguments } from './rpc-json.ts';

export type PoolOptions = postgres.Options<Record<string, postgres.PostgresType>>;

type Parameters = NonNullable<globalThis.Parameters<postgres.Sql['unsafe']>[1]>;

/** As hosted: who has waited this long for a connection is sent away. */
const ACQUISITION_MS = 10_000;

/** Oid of the type `text`. */
const TEXT = 25;

/** What lite's query builder asks of a connection: all statements of a transaction run on it, one by one. */
type Reserved = Pick<postgres.ReservedSql, 'unsafe' | 'release'>;

/**
 * A pool that outlives its database. The driver's own does not: a reservation that was waiting while the
 * database was away is never answered, and a statement on a reserved connection that has died ends the process.
 * Here each connection is a client of its own; one that closes is thrown away, and what its holder still wants
 * of it is refused, never run elsewhere: a new connection would not know the transaction nor the caller's role.
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
      client.dead ? Promise.reject(lost()) : client.run(text, parameters);
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
      const next = (given: Client) => {
        clearTimeout(timer);
        resolve(given);
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
    const place = this.#idle.indexOf(client);
    if (place >= 0) this.#idle.splice(place, 1);
    // Not one that `end` closes.
    if (this.#clients.delete(client)) this.#onLost();
    void client.end();
  }

  #giveBack(client: Client): void {
    const next = this.#waiting.shift();
    if (next) next(client.dead ? this.#open() : client);
    else if (!client.dead) this.#idle.push(client);
  }
}

/** One connection: opened by its first statement, dead for good as soon as it closes. */
class Client {
  readonly #sql: postgres.Sql;
  dead = false;

  constructor(url: string, options: PoolOptions, onDeath: () => void) {
    const onclose = () => {
      if (this.dead) return;
      this.dead = true;
      onDeath();
    };
    // No connection closes of old age, so that a closed one means a lost database.
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

/** What may quote input stays on the error for the answer to its caller, and out of whatever prints it. */
function hideInput(error: unknown): void {
  if (!(error instanceof postgres.PostgresError)) return;
  for (const name of ['detail', 'hint', 'where', 'query', 'parameters', 'args', 'internal_query'])
    if (name in error) Object.defineProperty(error, name, { enumerable: false });
}

function lost(): Error {
  return Object.assign(new Error('The connection to the database was lost.'), { code: 'CONNECTION_CLOSED' });
}
