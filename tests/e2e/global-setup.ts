import { rm } from 'node:fs/promises';
import postgres from 'postgres';
import { laneDir, lanePorts, midweek, startTestStack } from './support/stack.ts';

/** Starts a new stack with demo data for all browser tests of a lane. Tests get its addresses as variables. */
export default async function setup(): Promise<() => Promise<void>> {
  await rm(laneDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  const ads = {
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: 'meta-token',
    META_API_URL: `http://127.0.0.1:${lanePorts['META_PORT']}/v26.0`,
  };
  const began = performance.now();
  const stack = await startTestStack({
    ...lanePorts,
    LOCAL_DIR: laneDir,
    CALENDAR_NOW: midweek(),
    // Tests run the maintenance themselves when they need it.
    MAINTENANCE_SECONDS: '3600',
    // All tests share one network address. The limits have their own tests (tests/local/api-limits.test.ts).
    AUTH_LIMIT_FACTOR: '1000',
    MAILS_PER_HOUR: '100000',
    ...ads,
  });
  console.log(`Stack up in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  for (const [name, value] of Object.entries({ ...stack.environment, ...ads })) process.env[name] = value;
  // All tests make holds from one network address, whose limit has its own tests (tests/db/holds-per-address.test.ts).
  const sql = postgres(stack.environment['DATABASE_URL'] ?? '', { max: 1 });
  await sql`update public.settings 
    set holds_per_address_max = 1000, holds_per_place_max = 1000, holds_per_network_place_max = 1000,
      stranger_holds_percent = 100`;
  await sql`update public.rate_rules set most = 100000`;
  await sql.end();
  return () => stack.stop();
}
