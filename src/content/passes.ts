import { siteNow } from '#domain/site-now.ts';
import { withProduct } from '#config/brand.ts';
import { checkoutPath } from '#config/paths.ts';
import { asSold, type CheckoutOffers, getCheckoutOffers, type Terms, toPlans } from './checkout-offers.ts';
import { sanity } from './client.ts';
import { gapsIn, withDefaults, type WithGaps } from './empty-fields.ts';
import { toCents } from '#contract/format.ts';
import { passEnd } from '#contract/pass-end.ts';
import { isShowing, priceAt } from '#contract/selling-rules/planned.ts';
import { plannedProblem, priceProblem } from './prices.ts';
import { loadOnce } from './load-once.ts';
import { offerMessages } from './messages.ts';
import { ContentError, reportGaps, type Report } from './problem.ts';
import { passesQuery } from './queries/offers.ts';
import type { PassesQueryResult } from './types.gen.ts';

type Document = PassesQueryResult[number];

export type Pass = ReturnType<typeof toPass>;

const getDocuments = loadOnce(async (): Promise<PassesQueryResult> => await sanity().fetch(passesQuery));

/** Returns the ids of all published passes, also of those that the checkout does not sell. */
export const getPassIds = loadOnce(
  async (report) => new Set((await getDocuments(report)).map(({ _id }) => _id)),
);

export const getPasses = loadOnce(async (report): Promise<Pass[]> => {
  const documents = await getDocuments(report);
  return toPasses(documents, report, siteNow(), await getCheckoutOffers(report));
});

const nameOf = ({ _id, name }: Document) => ({ _id, type: 'pass', title: name });

function withTerms(pass: Document, terms: Terms): WithGaps<Document> {
  const { plannedPrices, saleTime } = toPlans(terms);
  return {
    ...pass,
    // The regular price belongs to the new price, which still waits for confirmation.
    regularPrice: null,
    plannedPrices,
    saleTime: { from: saleTime.from ?? null, until: saleTime.until ?? null },
    passId: terms.pass_id,
    checkoutType: terms.checkout_type,
    sessions: terms.sessions,
    validityDays: terms.validity_days,
    makeUps: terms.make_ups ?? 0,
    onePerChild: terms.once_per_child ?? false,
    renews: terms.renews ?? false,
    minAge: terms.min_age,
    maxAge: terms.max_age,
  };
}

/** Returns the passes that can be shown, as `offers` sells them. Throws if a price is invalid. */
export function toPasses(
  documents: PassesQueryResult,
  report: Report,
  now = siteNow(),
  offers: CheckoutOffers | null = null,
): Pass[] {
  for (const document of documents) {
    const problem = findProblem(document);
    if (problem) throw new ContentError(nameOf(document), problem);
  }
  return asSold(documents, offers, { withTerms, nameOf, report }).flatMap((document) => {
    const documentRef = nameOf(document);
    const needed = gapsIn(document, ['name', 'passId', 'price', 'sessions', 'checkoutType']);
    if (needed.length > 0) {
      reportGaps(documentRef, needed, 'it is left out', report);
      return [];
    }
    const gaps = gapsIn(document, ['description', 'validity', 'validityDays', 'features', 'cancellation']);
    if (gaps.length > 0) reportGaps(documentRef, gaps, 'it is shown without', report);
    return [toPass(document, now)];
  });
}

function toPass(document: Document, now: Date) {
  const { description, validity, features, cancellation, ...pass } = withDefaults(document, {
    description: '',
    validity: '',
    features: [],
    cancellation: '',
    available: true,
    recommended: false,
    onePerChild: false,
    renews: false,
    makeUps: 0,
  });
  const price = priceAt(pass, now);
  const priceCents = toCents(price);
  const isReduced = pass.regularPrice !== null && pass.regularPrice > price;
  const regularCents = isReduced ? toCents(pass.regularPrice ?? 0) : null;
  const saving = regularCents === null ? null : offerMessages.saving(regularCents - priceCents);
  return {
    id: pass.passId,
    /** The id by which the database sells the pass. */
    offerId: pass._id,
    /** The publication of this price. */
    revision: pass._rev,
    name: withProduct(pass.name),
    priceCents,
    regularCents,
    sessions: pass.sessions,
    validityDays: pass.validityDays,
    makeUps: pass.makeUps,
    onePerChild: pass.onePerChild,
    renews: pass.renews,
    /** True for a pass of one team or of all teams. */
    isTeamPass: pass.kind === 'team_pass',
    minAge: pass.minAge,
    maxAge: pass.maxAge,
    /** A summary such as “18 sessions · 130 days”. */
    summary: [offerMessages.sessions(pass.sessions), withProduct(validity)].filter(Boolean).join(' · '),
    ending: passEnd({ ...pass, priceCents }),
    description: withProduct(description),
    features: [
      ...(pass.sessions > 1 ? [offerMessages.eachSession(Math.round(priceCents / pass.sessions))] : []),
      ...(pass.makeUps > 0 ? [offerMessages.makeUps(pass.makeUps)] : []),
      ...features.map(withProduct),
    ],
    badge: pass.badge === null ? saving : withProduct(pass.badge),
    badgeColor: pass.badgeColor,
    recommended: pass.recommended,
    available: pass.available && isShowing(pass.saleTime, now),
    checkoutType: pass.checkoutType,
    /** The address of the pass's checkout, which the content may set (spec 2 §2). */
    checkoutPath: pass.checkoutPath ?? checkoutPath(pass.checkoutType),
    cancellation: withProduct(cancellation),
  };
}

function findProblem(document: WithGaps<Document>): string | null {
  const { price, regularPrice } = document;
  // A pass without a price is left out. A wrong price is an editor's mistake and stops the build.
  const problem = priceProblem(document) ?? plannedProblem(document);
  if (problem || typeof price !== 'number') return problem;
  if (typeof regularPrice === 'number' && regularPrice <= price) {
    return `has the regular price S$${regularPrice}, which is not above its price S$${price}.`;
  }
  return null;
}
