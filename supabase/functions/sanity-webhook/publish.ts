import { brand } from '../_shared/contract/brand.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { mustNotRefuse } from '../_shared/server/refusal.ts';
import { askForBuild } from '../_shared/server/build.ts';
import { toOffers } from './offers.ts';
import { publications } from './publications.ts';

/** `{ changed, refused, rebuilding }`; `body` is the document that was published, as the lake told it. */
export async function publish(
  body: string,
  { db, lake, env, now }: Pick<Deps, 'db' | 'lake' | 'env' | 'now'>,
) {
  // Before the query: what is published while it runs is newer than this, and is left alone.
  const p_snapshot_at = now().toISOString();
  const { offers, offSale, refused } = toOffers(await lake.sellable());
  const published = await mustNotRefuse(
    db.rpc('publish_offers', { p_offers: offers, p_brand: brand, p_snapshot_at }),
  );
  const p_documents = publications({ offers, offSale, refused }, body);
  await mustNotRefuse(db.rpc('record_publications', { p_documents, p_snapshot_at }));
  for (const { id, problem } of refused) console.error(`offer ${id} is not sold: ${problem}`);
  return {
    ...(published as object),
    refused: refused.map(({ id, title, problem }) => ({ id, title, problem })),
    rebuilding: await askForBuild(env.DEPLOY_HOOK_URL),
  };
}
