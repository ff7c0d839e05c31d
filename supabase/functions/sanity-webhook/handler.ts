import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { takeBuildReport } from './build-report.ts';
import { publish } from '../_shared/server/publishing/publish.ts';
import { readSigned } from './signature.ts';

/**
 * A publish in Studio (decisions "Who owns what"): brings `offers` to what is published now, notes what became
 * of it, then asks the host to build. Answers `{ changed, refused, kept, rebuilding }`; 401 without a good signature,
 * 500 when the lake or the database fails, or the list lacks what is on sale, so that the lake sends it again. Nothing
 * is built from prices the database has not got. Below it, `/builds`: the site's builder says how a build goes
 * (`build-report.ts`).
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
