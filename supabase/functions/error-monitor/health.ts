import type * as v from 'valibot';
import type { Health } from '../_shared/contract/monitoring.ts';
import type { Db } from '../_shared/server/db.ts';
import { logFault } from '../_shared/server/log.ts';

export async function health(db: Db): Promise<v.InferOutput<typeof Health>> {
  try {
    await db.rpc('get_session_availability_with_enrollments', {});
    return { status: 'healthy' };
  } catch (error) {
    logFault('health', error);
    return { status: 'degraded' };
  }
}
