import * as v from 'valibot';
import { brand } from '../_shared/contract/brand.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { logNotice } from '../_shared/server/log.ts';
import { mustNotRefuse } from '../_shared/server/refusal.ts';
import { askForBuild } from '../_shared/server/build.ts';
import { toOffers } from './offers.ts';
import { toPackingLists } from './packing.ts';
import { isKept, Kept, publications, unbelieved } from './publications.ts';
import { toTeams } from './teams.ts';

const Published = v.object({
  changed: v.number(),
  /** False: the list lacked more of what is on sale than may go without a word, and nothing was taken over. */
  believed: v.boolean(),
  missing: v.array(v.object({ id: v.string(), title: v.string() })),
  kept: v.array(Kept),
});

/** Sorts before every moment: with it, what a list does not name is not forgotten. */
const NO_LIST = '-infinity';

/** `{ changed, refused, kept, rebuilding }`; `body` is the document that was published, as the lake told it. */
export async function publish(
  body: string,
  { db, lake, env, now }: Pick<Deps, 'db' | 'lake' | 'env' | 'now'>,
) {
  // Before the query: what is published while it runs is newer than this, and is left alone.
  const p_snapshot_at = now().toISOString();
  const [offers, { teams, refused }] = [toOffers(await lake.sellable()), toTeams(await lake.teams())];
  const read = { ...offers, refused: [...offers.refused, ...refused] };
  const p_off_sale = read.offSale.map(({ id }) => id);
  const answer = await mustNotRefuse(
    db.rpc('publish_offers', { p_offers: read.offers, p_brand: brand, p_snapshot_at, p_off_sale }),
  );
  const { changed, believed, missing, kept } = v.parse(Published, answer);
  if (!believed) {
    const problem = cutOff(missing);
    const p_documents = unbelieved(body, problem);
    await mustNotRefuse(db.rpc('record_publications', { p_documents, p_snapshot_at: NO_LIST }));
    // The lake asks again for half an hour: a list that was cut for a moment heals by itself.
    throw new Error(`offers: ${problem}`);
  }
  await mustNotRefuse(db.rpc('publish_teams', { p_teams: teams }));
  const p_lists = toPackingLists(await lake.packing());
  if (p_lists) await mustNotRefuse(db.rpc('publish_packing_lists', { p_lists }));
  const p_documents = publications(read, kept, body);
  await mustNotRefuse(db.rpc('record_publications', { p_documents, p_snapshot_at }));
  for (const { id, problem } of read.refused) logNotice(`${id} is refused: ${problem}`);
  for (const { id } of missing) logNotice(`offer ${id} went off sale: it is not published any more`);
  for (const { id } of kept) logNotice(`offer ${id}: a price that jumps waits for a yes`);
  return {
    changed,
    refused: read.refused.map(({ id, title, problem }) => ({ id, title, problem })),
    kept: kept.map(({ id }) => id),
    // A price that waits is not drawn on pages either, as long as nothing else is published.
    rebuilding: isKept(p_documents, body) ? false : await askForBuild(env.DEPLOY_HOOK_URL),
  };
}

const cutOff = (missing: readonly { title: string }[]) =>
  `The content that arrived lacks ${missing.length} of the things on sale (${missing
    .slice(0, 3)
    .map(({ title }) => title)
    .join(
      ', ',
    )}${missing.length > 3 ? ' …' : ''}), so the till took nothing over and sells as before. Is the dataset private and SANITY_READ_TOKEN missing? What shall go off sale is switched off in Studio first.`;
