import type { Sql } from './sample-shop.ts';

export const CLIENTS = 16;

export async function perSecond<Job>(jobs: Job[], work: (job: Job) => Promise<unknown>): Promise<number> {
  const waiting = [...jobs];
  const client = async () => {
    for (let job = waiting.pop(); job !== undefined; job = waiting.pop()) await work(job);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (jobs.length * 1000) / (performance.now() - began);
}

/**
 * Runs one transaction in one round trip, as the API does for a request: it sets the headers, then makes the call.
 */
export async function holdOrder<T>(sql: Sql, order: string, headers: string): Promise<T> {
  const [row] = await sql<[{ answer: T }]>`
    with caller as materialized (select set_config('request.headers', ${headers}, true))
    select public.hold_order(${order}::text::jsonb) as answer from caller`;
  return row.answer;
}
