import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { requireShare } from '../_shared/server/rate.ts';
import { requireBearer } from '../_shared/server/secret.ts';
import { takeDoctorReport } from './doctor.ts';
import { health } from './health.ts';
import { runChores } from './chores.ts';
import { takeReport } from './report.ts';
import { takeSourceMaps } from './source-maps.ts';

const Status = v.object({ status: v.picklist(['ok', 'late']) });

/**
 * Takes error reports and runs the chores (spec 1 §7). `/maintenance` answers with 500 if a chore failed, so that the
 * scheduler notices, and with 503 if chores are late.
 */
export function handler(
  request: Request,
  deps: Pick<
    Deps,
    | 'db'
    | 'stripe'
    | 'mail'
    | 'phones'
    | 'env'
    | 'lake'
    | 'now'
    | 'handOn'
    | 'background'
    | 'photos'
    | 'pictures'
    | 'campPhotos'
    | 'outgoing'
  >,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const maintenance = pathname.endsWith('/maintenance');
  return answer(
    request,
    deps.env.SITE_URL,
    async () => {
      if (pathname.endsWith('/source-maps') && request.method === 'POST')
        return takeSourceMaps(request, deps);
      if (pathname.endsWith('/doctor') && request.method === 'POST') return takeDoctorReport(request, deps);
      if (!maintenance) {
        await requireShare(deps.db, 'monitor', request);
        if (request.method === 'POST') await takeReport(request, deps);
        return await health(deps.db);
      }
      if (request.method === 'GET') {
        const { status } = v.parse(Status, await deps.db.rpc('get_chores_status', {}));
        return Response.json({ status }, { status: status === 'ok' ? 200 : 503 });
      }
      await requireBearer(request, deps.env.MAINTENANCE_SECRET);
      const report = await runChores(deps);
      return Response.json(report, { status: report.status === 'ok' ? 200 : 500 });
    },
    ['GET', 'POST'],
  );
}
