import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { takeBuildReport } from './build-report.ts';
import { publish } from '../_shared/server/publishing/publish.ts';
import { readSigned } from './signature.ts';

/**
 * A publish in Studio (decisions "Who owns what"): updates `offers` from the published content, records the results,
 * then requests a build. Answers `{ changed, refused, kept, rebuilding }`; 401 without a valid signature; 500 when the
 * content lake or the database fails, or the list lacks current offers, so that Sanity repeats it. Pages are never
 * built with prices that the database does not have. `/builds` below it takes reports about builds (`build-report.ts`).
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
