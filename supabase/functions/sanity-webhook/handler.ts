import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { takeBuildReport } from './build-report.ts';
import { publish } from '../_shared/server/publishing/publish.ts';
import { readSigned } from './signature.ts';

/**
 * Publishes content when Sanity calls (docs/decisions "Who owns what"). After a 500, Sanity repeats
 * the call. Pages never have prices that the database does not have. The path `/builds` takes the
 * reports of the site's builds.
 */
export function handler(
  request: Request,
  deps: Pick<Deps, 'db' | 'lake' | 'env' | 'now'>,
): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    if (/\/builds\/?$/.test(new URL(request.url).pathname)) return takeBuildReport(request, deps);
    return publish(await readSigned(request, deps), deps);
  });
}
