import type { FixAction } from '../_shared/contract/monitoring.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { withinRate } from '../_shared/server/rate.ts';
import type { ServerRemedy } from './causes.ts';

/** The remedy runs once, regardless of how many browsers call, and all of them benefit. */
const ONCE = { limit: 1, seconds: 30 };
/** The time for sending mails. A browser waits for the answer, so the chores send the remaining mails. */
const MAILS_MS = 5_000;

const remedies: Record<ServerRemedy, (deps: Pick<Deps, 'db' | 'mail' | 'env'>) => Promise<FixAction>> = {
  async make_sessions({ db }) {
    return Number(await db.rpc('ensure_next_weekend_funstart_sessions', {})) > 0 ? 'sessions_made' : 'none';
  },
  async send_mails(deps) {
    return (await drainOutbox(deps, MAILS_MS)).sent > 0 ? 'mails_sent' : 'none';
  },
};

/** Runs the server's remedy. `recent` is a remedy that helped against the same cause within the last minute. */
export async function runRemedy(
  name: ServerRemedy,
  deps: Pick<Deps, 'db' | 'mail' | 'env'>,
  recent: FixAction | null,
): Promise<FixAction> {
  if (!(await withinRate(deps.db, `remedy ${name}`, ONCE))) return recent ?? 'none';
  const action = await remedies[name](deps);
  return action === 'none' ? (recent ?? 'none') : action;
}

export const isServerRemedy = (remedy: FixAction | ServerRemedy): remedy is ServerRemedy =>
  remedy in remedies;
