import type { Db } from '../_shared/server/db.ts';

/** Asks what a parent's first visit asks. */
export async function health(db: Db): Promise<{ status: 'healthy' | 'degraded' }> {
  try {
    await db.rpc('get_session_availability_with_enrollments');
    return { status: 'healthy' };
  } catch (error) {
    console.error('health:', error);
    return { status: 'degraded' };
  }
}
