import type { Pool } from '../pool.ts';

export type Query = <Row = Record<string, unknown>>(text: string, parameters?: unknown[]) => Promise<Row[]>;

export interface StorageCaller {
  role: 'anon' | 'authenticated' | 'service_role';
  claims: Record<string, unknown>;
  /** The request, because policies may read it. */
  request: { method: string; path: string; headers: Record<string, string> };
}

/**
 * Queries the storage tables either as a caller, whose policies decide, or as the service itself, which sees
 * everything.
 */
export class StorageDatabase {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Runs `work` in one transaction under the caller's role. `operation` is the value that `storage.operation()`
   * returns.
   */
  asCaller<T>(
    { role, claims, request }: StorageCaller,
    operation: string,
    work: (query: Query) => Promise<T>,
  ): Promise<T> {
    return this.asService(async (query) => {
      const settings: Record<string, string> = {
        role,
        'request.jwt.claims': JSON.stringify({ ...claims, role }),
        'request.method': request.method,
        'request.path': request.path,
        'request.headers': JSON.stringify(request.headers),
        'storage.operation': operation,
        'storage.allow_delete_query': 'true',
      };
      const calls = Object.keys(settings).map((_, n) => `set_config($${n * 2 + 1}, $${n * 2 + 2}, true)`);
      await query(`select ${calls.join(', ')}`, Object.entries(settings).flat());
      return work(query);
    });
  }

  async asService<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const connection = await this.#pool.reserve();
    const query = (text: string, parameters: unknown[] = []) =>
      connection.unsafe(text, parameters as never) as Promise<unknown>;
    try {
      await query('begin');
      const result = await work(query as Query);
      await query('commit');
      return result;
    } catch (error) {
      // The connection may be lost, so the first error is the one to report.
      await query('rollback').catch(() => undefined);
      throw error;
    } finally {
      connection.release();
    }
  }

  /** Checks whether the caller's policies allow a statement by running it and rolling it back. */
  async tryAs(
    caller: StorageCaller,
    operation: string,
    work: (query: Query) => Promise<unknown>,
  ): Promise<void> {
    const undone = new Error('undone');
    await this.asCaller(caller, operation, async (query) => {
      await work(query);
      throw undone;
    }).catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  }
}
