import * as v from 'valibot';
import { brand } from '../../contract/brand.ts';
import type { Deps } from '../deps.ts';
import { logNotice } from '../log.ts';
import { mustNotRefuse } from '../refusal.ts';
import { askForBuild } from '../build.ts';
import { toOffers } from './offers.ts';
import { baseOutcomes, placesOf, toBases } from './bases.ts';
import { momentsIn } from './moments.ts';
import { toPackingLists } from './packing.ts';
import {
  waitsForConfirmation,
  PriceJump,
  publications,
  reportedId,
  unverifiedClaims,
} from './publications.ts';
import { toTeams } from './teams.ts';
import { toMailWording } from './wording.ts';

const Published = v.object({
  changed: v.number(),
  /** False if the list lacked so many current offers that it cannot be right. Nothing was changed in that case. */
  accepted: v.boolean(),
  missing: v.array(v.object({ id: v.string(), title: v.string() })),
  price_jumps: v.array(PriceJump),
  /** Prices that two people have to approve first. */
  below_floor: v.array(PriceJump),
});

/** A time before every other time. With it, documents that are missing from the list are not removed. */
const NO_LIST = '-infinity';

type Needs = Pick<Deps, 'db' | 'lake' | 'env' | 'now'>;

export async function publish(body: string, deps: Needs) {
  const { changed, refused, price_jumps, documents, faults } = await takeOver(body, deps);
  // If the only change is a price that waits for approval, pages do not show that price either, so they are not
  // rebuilt. The same call may take over another price that somebody has just approved.
  const rebuilding =
    changed === 0 && waitsForConfirmation(documents, body) ? false : await requestBuild(deps);
  report(faults);
  return { changed, refused, price_jumps, rebuilding };
}

/**
 * Publishes what was missed, for example during an outage of the webhook. Pages are rebuilt only if something differs.
 */
export async function takeOverMissed(deps: Needs) {
  const { changed, noted, faults } = await takeOver('', deps);
  const differs = changed + noted > 0;
  const rebuilding = differs && (await requestBuild(deps));
  report(faults);
  return { changed, rebuilding };
}

/**
 * Asks the host to build the site. Returns false if the chores ask instead (error-monitor/rebuild.ts): after the host
 * refused, and when many documents are published at once.
 */
async function requestBuild({ db, env }: Pick<Needs, 'db' | 'env'>): Promise<boolean> {
  if (!env.DEPLOY_HOOK_URL) return false;
  let p_claim: number | null;
  try {
    p_claim = v.parse(v.nullable(v.number()), await db.rpc('claim_publication_build', {}));
  } catch {
    // What was published is already recorded, so no later run would ask for this build.
    return askForBuild(env.DEPLOY_HOOK_URL);
  }
  if (p_claim === null) return false;
  const p_is_accepted = await askForBuild(env.DEPLOY_HOOK_URL);
  await db.rpc('end_rebuild_claim', { p_claim, p_is_accepted });
  return p_is_accepted;
}

const Compared = v.object({ unreported: v.number() });
const Recorded = v.object({ recorded: v.number() });
const Revision = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  revision: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  updated_at: v.pipe(
    v.string(),
    v.maxLength(100),
    v.check((at) => !Number.isNaN(Date.parse(at))),
  ),
  type: v.fallback(v.string(), ''),
  title: v.fallback(v.string(), ''),
});

/**
 * Publishes what the webhook did not report. Returns null if nothing is published, or if the content cannot be read.
 */
export async function takeOverUnreported(deps: Needs) {
  const p_snapshot_at = deps.now().toISOString();
  const p_documents = (await deps.lake.revisions()).flatMap((row) => {
    const { success, output } = v.safeParse(Revision, row);
    return success ? [output] : [];
  });
  if (p_documents.length === 0) return null;
  const compared = await mustNotRefuse(deps.db.rpc('compare_revisions', { p_documents, p_snapshot_at }));
  const { unreported } = v.parse(Compared, compared);
  const faults: string[] = [];
  if (unreported > 0) {
    logNotice(`${unreported} published documents were not reported by Sanity’s webhook`);
    faults.push(...(await takeOver('', deps)).faults);
  }
  const answer = await mustNotRefuse(deps.db.rpc('record_revisions', { p_documents, p_snapshot_at }));
  const rebuilding = unreported > 0 && (await requestBuild(deps));
  report(faults);
  return { recorded: v.parse(Recorded, answer).recorded, rebuilding };
}

const Places = v.object({ skipped: v.array(v.string()) });
const Noted = v.object({ changed: v.number() });

async function takeOver(body: string, { db, lake, now }: Needs) {
  // The time is taken before the query, because documents that are published during the query are newer and must not
  // be removed.
  const p_snapshot_at = now().toISOString();
  const faults: string[] = [];
  /** Runs one step. If the step fails, its result is null, and the other steps still run. */
  async function apart<T>(what: string, step: () => Promise<T>): Promise<T | null> {
    try {
      return await mustNotRefuse(step());
    } catch (error) {
      faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
  // All lists are read at once, because the pages are built only after the last of them.
  const queries = readAll(lake);
  const read = toOffers(await queries.sellable);
  const p_off_sale = read.offSale.map(({ id }) => id);
  const answer = await apart('offers', () =>
    db.rpc('publish_offers', { p_offers: read.offers, p_brand: brand, p_snapshot_at, p_off_sale }),
  );
  const { changed, accepted, missing, price_jumps, below_floor } = v.parse(Published, answer ?? noChanges);
  if (!accepted) {
    const problem = cutOff(missing);
    const p_documents = unverifiedClaims(body, problem);
    await mustNotRefuse(db.rpc('record_publications', { p_documents, p_snapshot_at: NO_LIST }));
    // Sanity repeats the webhook for half an hour, so a list that was incomplete for a moment is corrected.
    throw new Error(`offers: ${problem}`);
  }
  await apart('teams', async () => {
    const { teams, refused } = toTeams(await queries.teams);
    read.refused.push(...refused);
    await db.rpc('publish_teams', { p_teams: teams });
  });
  await apart('packing lists', async () => {
    const { lists, refused } = toPackingLists(await queries.packing);
    read.refused.push(...refused);
    if (lists) await db.rpc('publish_packing_lists', { p_lists: lists });
  });
  await apart('sentences of mails', async () => {
    const { wordings, refused } = toMailWording(await queries.wording);
    read.refused.push(...refused);
    for (const wording of wordings) await db.rpc('publish_mail_wording', wording);
  });
  const bases = await apart('places', async () => {
    const { bases: found, refused } = toBases(await queries.bases);
    read.refused.push(...refused);
    const sent = { p_bases: placesOf(found), p_snapshot_at, p_is_whole: refused.length === 0 };
    return baseOutcomes(found, v.parse(Places, await db.rpc('publish_bases', sent)).skipped);
  });
  read.refused.push(...(bases?.refused ?? []));
  await apart('planned moments', async () => {
    const p_moments = [...new Set(momentsIn(await queries.moments))];
    await db.rpc('publish_moments', { p_moments, p_snapshot_at });
  });
  // If the checkout does not have an offer, pages must neither say that it is on sale nor show its price.
  if (answer === null) report(faults);
  const documents = publications(
    { ...read, accepted: bases?.accepted ?? [] },
    { price_jumps, below_floor },
    body,
  );
  // The documents of a step that failed are missing from the list, but they are still published.
  const noted = await apart('record', () =>
    db.rpc('record_publications', {
      p_documents: documents,
      p_snapshot_at: faults.length > 0 ? NO_LIST : p_snapshot_at,
      p_reported: reportedId(body),
    }),
  );
  for (const { id, problem } of read.refused) logNotice(`${id} is refused: ${problem}`);
  for (const { id } of missing) logNotice(`offer ${id} went off sale: it is not published any more`);
  for (const { id } of price_jumps) logNotice(`offer ${id}: a price that jumps waits for a yes`);
  for (const { id } of below_floor) logNotice(`offer ${id}: a price below the floor waits for two approvals`);
  return {
    changed,
    faults,
    noted: v.parse(Noted, noted ?? { changed: 0 }).changed,
    documents,
    refused: read.refused.map(({ id, title, problem }) => ({ id, title, problem })),
    price_jumps: [...price_jumps, ...below_floor].map(({ id }) => id),
  };
}

function readAll(lake: Needs['lake']) {
  const queries = {
    sellable: lake.sellable(),
    teams: lake.teams(),
    packing: lake.packing(),
    wording: lake.wording(),
    bases: lake.bases(),
    moments: lake.moments(),
  };
  // A failure is reported by the step that needs the list.
  for (const query of Object.values(queries)) query.catch(() => undefined);
  return queries;
}

const noChanges = { changed: 0, accepted: true, missing: [], price_jumps: [], below_floor: [] };

/** Throws after everything else is done, so that Sanity repeats the webhook and the error monitor is notified. */
function report(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join('; '));
}

const cutOff = (missing: readonly { title: string }[]) =>
  `Sanity’s answer lacks ${missing.length} of the things on sale (${missing
    .slice(0, 3)
    .map(({ title }) => title)
    .join(
      ', ',
    )}${missing.length > 3 ? ' …' : ''}), so the checkout has changed nothing and sells as before. Check whether the dataset is private and SANITY_READ_TOKEN is missing. To take something off sale, switch it off in Studio first.`;
