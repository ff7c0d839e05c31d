import type { Tier } from '#domain/camp.ts';
import { siteNow } from '#domain/site-now.ts';
import {
  asSold,
  type CheckoutOffers,
  getCheckoutOffers,
  inDollars,
  type Terms,
  toPlans,
} from './checkout-offers.ts';
import { sanity } from './client.ts';
import type { WithGaps } from './empty-fields.ts';
import { loadDocuments, findChosen, type LoadedDocuments } from './load-documents.ts';
import { getBases, type Base } from './people.ts';
import { isShowing, priceAt } from '#contract/selling-rules/planned.ts';
import { plannedProblem, priceProblem } from './prices.ts';
import { toCents } from '#contract/format.ts';
import { rebateProblem } from '#contract/selling-rules/rebate.ts';
import { rungsProblem } from '#contract/selling-rules/rungs.ts';
import { loadOnce } from './load-once.ts';
import { offerMessages } from './messages.ts';
import { ContentError, type DocumentRef, type Report } from './problem.ts';
import { campTiersQuery } from './queries/offers.ts';
import { getSiteSettings, type SiteSettings } from './settings.ts';
import type { CampTiersQueryResult } from './types.gen.ts';

type Document = CampTiersQueryResult[number];

export type CampTier = Awaited<ReturnType<typeof toCampTiers>>[number];
export type Rung = CampTier['rungs'][number];

export const getCampTiers = loadOnce(async (report): Promise<CampTier[]> => {
  const [documents, bases, { facts }] = await Promise.all([
    sanity().fetch(campTiersQuery),
    getBases(report),
    getSiteSettings(report),
  ]);
  return toCampTiers(documents, { bases, facts, report, readOffers: () => getCheckoutOffers(report) });
});

/** Returns the tiers that can be booked. Throws if prices contradict each other, or if a base does not exist. */
async function toCampTiers(
  documents: CampTiersQueryResult,
  {
    bases,
    facts,
    report,
    readOffers,
  }: {
    bases: LoadedDocuments<Base>;
    facts: SiteSettings['facts'];
    report: Report;
    readOffers: () => Promise<CheckoutOffers | null>;
  },
) {
  const now = siteNow();
  const namesByTier = new Map<Document['tier'], string>();
  for (const document of documents) {
    const problem = findProblem(document) ?? findDuplicate(document, namesByTier);
    if (problem) throw new ContentError(nameOf(document), problem);
    namesByTier.set(document.tier, document.name);
  }
  const sold = asSold(documents, await readOffers(), { withTerms, nameOf, report });
  // Home and the journey refer to tiers, so a tier that the checkout does not sell is kept and
  // marked as not on sale.
  const all = documents.map(
    (tier) => sold.find(({ _id }) => _id === tier._id) ?? { ...tier, available: false },
  );
  const { items } = await loadDocuments(all, { facts, report, defaults: { available: true } });
  return items.map(
    ({ _id, _rev, price, plannedPrices, saleTime, siblingRebate, rungs, transport, ...tier }) => ({
      // Planned prices and sale times must not get into the pages.
      ...tier,
      available: tier.available && isShowing(saleTime, now),
      /** The id by which the database sells the tier. */
      offerId: _id,
      /** The publication of these prices. */
      revision: _rev,
      /** The price that applies if no early-bird rung is left. */
      listedCents: toCents(priceAt({ price, plannedPrices }, now)),
      /** The rungs in the order in which they sell. Rungs that begin later are left out. */
      rungs: rungs
        .filter(({ from }) => isShowing({ from }, now))
        .map(({ price: dollars, ...rung }) => ({ ...rung, priceCents: toCents(dollars) })),
      siblingRebate: siblingRebate && {
        cents: toCents(siblingRebate.amount),
        places: siblingRebate.places,
      },
      transport: transport.map(({ price: dollars, ...option }) => ({
        ...option,
        priceCents: toCents(dollars),
      })),
      bases: findChosen(tier.bases, bases, { _id, type: 'campTier', title: tier.name }, 'bases'),
    }),
  );
}

function withTerms({ siblingRebate: _waiting, ...tier }: Document, terms: Terms): WithGaps<Document> {
  const { sibling_rebate: rebate } = terms;
  const rungs = (terms.rungs ?? []).map(({ id, price_cents, places, from, deadline, closed }) => ({
    _type: 'rung' as const,
    _key: id,
    id,
    // The name is a text of the page, so the checkout does not have it.
    name: tier.rungs?.find((rung) => rung.id === id)?.name ?? offerMessages.earlyBird,
    price: inDollars(price_cents),
    closed,
    ...(places ? { places } : {}),
    ...(from ? { from } : {}),
    ...(deadline ? { deadline } : {}),
  }));
  const transport = (terms.transport ?? []).map(({ id, title, price_cents }) => ({
    ...tier.transport?.find((option) => option.id === id),
    _type: 'transportOption' as const,
    _key: id,
    id,
    title,
    price: inDollars(price_cents),
  }));
  return {
    ...tier,
    ...toPlans(terms),
    rungs,
    transport,
    ...(rebate && {
      siblingRebate: {
        _type: 'siblingRebate' as const,
        amount: inDollars(rebate.cents),
        ...(rebate.places ? { places: rebate.places } : {}),
      },
    }),
    days: terms.days,
    minAge: terms.min_age,
    maxAge: terms.max_age,
  };
}

export const buildPackage = ({ tier, offerId, name, days, listedCents, rungs, bases }: CampTier): Tier => ({
  tier,
  offerId,
  name,
  days,
  listedCents,
  rungs: rungs.map(({ id, name: rung, priceCents, deadline, places, closed }) => ({
    id,
    name: rung,
    priceCents,
    deadline,
    places,
    closed,
  })),
  bases: bases.map(({ slug }) => slug),
});

/** Returns the rung that is open at this time according to content, or null. Its spots may already be sold. */
export function openRung({ rungs }: Pick<CampTier, 'rungs'>, now: Date = siteNow()): Rung | null {
  const open = (rung: Rung) =>
    !rung.closed && (rung.deadline === '' || Date.parse(rung.deadline) > now.getTime());
  return rungs.find(open) ?? null;
}

const nameOf = ({ _id, name }: Document): DocumentRef => ({ _id, type: 'campTier', title: name });

function findDuplicate({ tier }: Document, namesByTier: Map<Document['tier'], string>): string | null {
  const other = namesByTier.get(tier);
  return other === undefined ? null : `is a second document of the tier “${tier}”, beside “${other}”.`;
}

function findProblem(document: Document): string | null {
  const { price, rungs = [], siblingRebate } = document;
  const problem = rungsProblem(rungs, price) ?? rebateProblem(siblingRebate, document);
  return priceProblem(document) ?? plannedProblem(document) ?? (problem && `cannot be sold: ${problem}`);
}
