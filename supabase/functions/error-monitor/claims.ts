import * as v from 'valibot';
import type { Db } from '../_shared/server/db.ts';
import { logFault } from '../_shared/server/log.ts';

/**
 * How long a chore is claimed. This is longer than any chore takes and any function lives. After a caller has crashed,
 * its chore can run again.
 */
const LEASE_SECONDS = 180;

const Claimed = v.object({ claim: v.nullable(v.string()), late_seconds: v.nullable(v.number()) });

export async function claimChore(db: Db, name: string): Promise<v.InferOutput<typeof Claimed>> {
  return v.parse(Claimed, await db.rpc('claim_chore', { p_name: name, p_lease_seconds: LEASE_SECONDS }));
}

export async function finishChore(
  db: Db,
  name: string,
  { claim, ok, ms }: { claim: string; ok: boolean; ms: number },
): Promise<void> {
  await db
    .rpc('finish_chore', { p_name: name, p_claim: claim, p_ok: ok, p_ms: ms })
    .catch((error: unknown) => logFault(`chore ${name}`, error));
}
