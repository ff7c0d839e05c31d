import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import { brand } from '../_shared/contract/brand.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readText } from '../_shared/server/http.ts';
import { mustNotRefuse, RefusalError } from '../_shared/server/refusal.ts';
import { toOffers } from './offers.ts';

const DOCUMENT_LIMIT = 1024 * 1024;
/**
 * The lake repeats a failed delivery for half an hour, and may keep its first signature. An old call that is
 * played again does no harm, since nothing in it is used: it only makes us read the lake as it is now. So the
 * window is wide enough for every honest repeat and only keeps a stolen call from starting builds for ever.
 */
const OLDEST_MS = 60 * 60 * 1000;
const NEWEST_MS = 5 * 60 * 1000;
const HOOK_TIMEOUT_MS = 10_000;

/**
 * A publish in Studio (architecture, "Who owns what"): brings `offers` to what is published now, then asks the
 * host to build. Answers `{ changed, refused, rebuilding }`; 401 without a good signature, 500 when the lake or
 * the database fails, so that the lake sends it again. Nothing is built from prices the database has not got.
 */
export function handler(
  request: Request,
  deps: Pick<Deps, 'db' | 'lake' | 'env' | 'now'>,
): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    await requireSignature(request, deps);
    // Before the query: what is published while it runs is newer than this, and is left alone.
    const snapshotAt = deps.now().toISOString();
    const { offers, refused } = toOffers(await deps.lake.sellable());
    const published = await mustNotRefuse(
      deps.db.rpc('publish_offers', { p_offers: offers, p_brand: brand, p_snapshot_at: snapshotAt }),
    );
    for (const { id, problem } of refused) console.error(`offer ${id} is not sold: ${problem}`);
    return { ...(published as object), refused, rebuilding: await askForBuild(deps.env.DEPLOY_HOOK_URL) };
  });
}

async function requireSignature(request: Request, { env, now }: Pick<Deps, 'env' | 'now'>): Promise<void> {
  const signature = request.headers.get(SIGNATURE_HEADER_NAME) ?? '';
  const body = await readText(request, DOCUMENT_LIMIT);
  if (!(await isValidSignature(body, signature, env.SANITY_WEBHOOK_SECRET)))
    throw new RefusalError('unauthorized');
  const age = now().getTime() - decodeSignatureHeader(signature).timestamp;
  if (age > OLDEST_MS || age < -NEWEST_MS) throw new RefusalError('unauthorized');
}

/** False when the host did not take the order: reported, but the prices are right and the next publish asks again. */
async function askForBuild(url: string | undefined): Promise<boolean> {
  if (!url) return false;
  try {
    const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(HOOK_TIMEOUT_MS) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(String(response.status));
    return true;
  } catch (error) {
    // The address is a secret: only what went wrong is written down.
    console.error('deploy hook:', error instanceof Error ? error.message : error);
    return false;
  }
}
