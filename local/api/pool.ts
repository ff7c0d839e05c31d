import type postgres from 'postgres';
import { isConnectionError } from './errors.ts';

/**
 * Makes a pool outlive its database. The driver puts a reserved connection back among the good ones even when
 * it has died meanwhile; the next query on it would never end, or end the process. A dead one is not put back:
 * the driver has already noted that it is closed, and opens it again when it is needed.
 */
export function surviveRestarts(pool: postgres.Sql): void {
  const reserve = pool.reserve.bind(pool);
  pool.reserve = async () => {
    const connection = await reserve();
    const release = connection.release.bind(connection);
    const run = connection.unsafe.bind(connection);
    let dead: unknown;
    connection.unsafe = ((...query: Parameters<typeof run>) => {
      if (dead) return Promise.reject(dead);
      const running = run(...query);
      running.catch((error: unknown) => {
        if (isConnectionError(error)) dead = error;
      });
      return running;
    }) as typeof run;
    connection.release = () => {
      if (!dead) release();
    };
    return connection;
  };
}
