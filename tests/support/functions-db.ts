import postgres from 'postgres';
import { type Db, fromDatabase } from '../../supabase/functions/_shared/server/db.ts';
import type { TestDatabase } from './database.ts';

/** The functions' database without the API between: each call a transaction of the service role, as PostgREST runs it. */
export function directDb(database: TestDatabase): Db {
  const asService = async <T>(
    name: string,
    work: (sql: postgres.TransactionSql) => Promise<T>,
  ): Promise<T> => {
    try {
      return await database.as({ role: 'service_role' }, work);
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      const { code, message, hint, detail } = error;
      throw fromDatabase(name, { code, message, hint, details: detail });
    }
  };
  return {
    rpc: (name, args = {}) =>
      asService(name, async (sql) => {
        const given = Object.entries(args);
        const list = given.map(
          ([key, value], index) => `${key} => $${index + 1}${isJson(value) ? '::text::jsonb' : ''}`,
        );
        const values = given.map(([, value]) => (isJson(value) ? JSON.stringify(value) : value)) as string[];
        const [row] = await sql.unsafe(`select public.${name}(${list.join(', ')}) as answer`, values);
        return row?.answer as unknown;
      }),
  };
}

function isJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
