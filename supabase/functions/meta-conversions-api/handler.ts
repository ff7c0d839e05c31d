import type * as v from 'valibot';
import { Conversion, type ConversionAnswer } from '../_shared/contract/conversions.ts';
import {
  asksNotToBeTracked,
  conversionsAreOn,
  queueConversion,
} from '../_shared/server/conversion-events.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { allowRate, requireShare } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';

/**
 * The limit is for all callers together, so that a flood does not fill the disk. It is far more than a day's visitors
 * cause.
 */
const RATE = { limit: 1200, seconds: 600 };

/**
 * Queues a conversion, which contains nothing about a child (spec 1 §7). `queued` is false if there is no consent, or
 * if the browser asks not to be tracked.
 */
export function handler(request: Request, { db, env }: Pick<Deps, 'db' | 'env'>): Promise<Response> {
  return answer(request, env.SITE_URL, async (): Promise<v.InferOutput<typeof ConversionAnswer>> => {
    if (!conversionsAreOn(env) || asksNotToBeTracked(request)) return { queued: false };
    await requireShare(db, 'conversions', request);
    const { consent, ...event } = await readJson(request, Conversion);
    if (consent !== true) return { queued: false };
    if (!(await allowRate(db, 'conversions', RATE))) throw new RefusalError({ code: 'rate_limited' });
    return { queued: await queueConversion(db, request, event) };
  });
}
