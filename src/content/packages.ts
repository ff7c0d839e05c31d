import { siteNow } from '#domain/site-now.ts';
import { asSold, getCheckoutOffers, inDollars, type Terms, toPlans } from './checkout-offers.ts';
import { sanity } from './client.ts';
import { loadDocuments } from './load-documents.ts';
import { toCents } from '#contract/format.ts';
import { isShowing, priceAt, type Showing } from '#contract/selling-rules/planned.ts';
import { plannedProblem, priceProblem } from './prices.ts';
import { loadOnce } from './load-once.ts';
import { ContentError, type Report } from './problem.ts';
import { birthdayPackagesQuery, holidayPackagesQuery } from './queries/offers.ts';
import { getSiteSettings } from './settings.ts';
import type { BirthdayPackagesQueryResult, HolidayPackagesQueryResult } from './types.gen.ts';

export type HolidayPackage = Awaited<ReturnType<typeof getHolidayPackages>>['items'][number];

/** Birthday packages that families can enquire about (decisions "/birthdays"). Money is in integer cents. */
export const getBirthdayPackages = loadOnce(async (report) => {
  const documents: BirthdayPackagesQueryResult = await sanity().fetch(birthdayPackagesQuery);
  requirePrices(documents);
  const offers = await getCheckoutOffers(report);
  const sold = asSold(documents, offers, { withTerms, nameOf, report });
  const loaded = await loadDocuments(sold, await options(report));
  const items = loaded.items.map(({ extraGuest, ...party }) => ({
    ...applyPlanned(party),
    /** The price of each additional child. Null if no more children fit. */
    extraGuestCents: extraGuest === null ? null : toCents(extraGuest),
  }));
  return { ...withIds(documents), items };
});

export const getHolidayPackages = loadOnce(async (report) => {
  const documents: HolidayPackagesQueryResult = await sanity().fetch(holidayPackagesQuery);
  requirePrices(documents);
  const offers = await getCheckoutOffers(report);
  const sold = asSold(documents, offers, { withTerms: withPlans, nameOf, report });
  const loaded = await loadDocuments(sold, await options(report));
  const items = loaded.items.map((offer) => applyPlanned(offer));
  return { ...withIds(documents), items };
});

type Document = BirthdayPackagesQueryResult[number] | HolidayPackagesQueryResult[number];

const nameOf = ({ _id, _type: type, name }: Document) => ({ _id, type, title: name });

/** A page may choose a package that the checkout does not sell yet. It is left out there, too. */
const withIds = (documents: readonly Document[]) => ({
  publishedIds: new Set(documents.map(({ _id }) => _id)),
});

const withPlans = <T extends Document>(document: T, terms: Terms): T => ({ ...document, ...toPlans(terms) });

function withTerms(party: BirthdayPackagesQueryResult[number], terms: Terms) {
  const { extra_guest_cents: cents } = terms;
  // A price of further guests that waits for a confirmation is not shown either.
  const { extraGuest: _waiting, ...known } = withPlans(party, terms);
  // The checkout does not check a party's ages, so they are the content's.
  return {
    ...known,
    guests: terms.guests,
    minutes: terms.minutes,
    ...(cents ? { extraGuest: inDollars(cents) } : {}),
  };
}

function requirePrices(documents: BirthdayPackagesQueryResult | HolidayPackagesQueryResult): void {
  for (const document of documents) {
    const problem = priceProblem(document) ?? plannedProblem(document);
    if (problem) throw new ContentError(nameOf(document), problem);
  }
}

interface Planned {
  _rev: string;
  price: number;
  plannedPrices: { from: string; price: number }[];
  saleTime: Showing | null;
  available: boolean;
}

/**
 * Returns a package with its current price and whether it is on sale now. Planned prices must not get into the pages.
 */
function applyPlanned<T extends Planned>(
  { _rev, price, plannedPrices, saleTime, ...offer }: T,
  now = siteNow(),
) {
  return {
    ...offer,
    revision: _rev,
    priceCents: toCents(priceAt({ price, plannedPrices }, now)),
    available: offer.available && isShowing(saleTime, now),
  };
}

const options = async (report: Report) => ({
  facts: (await getSiteSettings(report)).facts,
  report,
  defaults: { available: true },
});
