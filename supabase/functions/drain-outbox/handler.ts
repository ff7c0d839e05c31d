import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { drainOutbox } from '../_shared/server/outbox.ts';
import { requireBearer } from '../_shared/server/secret.ts';

/**
 * Sends waiting mails of the outbox, each once. The bearer is MAINTENANCE_SECRET, and the answer is `{ sent, failed
 * }`.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'mail' | 'env'>): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    await requireBearer(request, deps.env.MAINTENANCE_SECRET);
    return await drainOutbox(deps);
  });
}
