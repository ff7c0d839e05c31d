import type { PostgresConnection } from '@supabase/lite/postgres';

/**
 * Reads the schema once and again whenever somebody says `notify pgrst` (every migration does, by an event
 * trigger) or the database comes back. A reading that fails leaves the last one in place.
 */
export async function keepSchemaFresh(connection: PostgresConnection): Promise<void> {
  const { tables } = await connection.introspect();
  // Lite answers a failure with an empty schema; the auth tables are always there.
  if (tables.length === 0) throw new Error('The schema could not be read; is the database prepared?');

  let reading: Promise<unknown> = Promise.resolve();
  let waiting = false;
  const refresh = () => {
    if (waiting) return;
    waiting = true;
    reading = reading.then(() => {
      waiting = false;
      return connection.introspect();
    });
  };
  await connection.driver.listen('pgrst', refresh, refresh);
}
