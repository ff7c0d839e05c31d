import { siteNow } from '#domain/site-now.ts';
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
  const loaded = await loadDocuments(documents, await options(report));
  const items = loaded.items.map(({ extraGuest, ...party }) => ({
    ...applyPlanned(party),
    /** The price of each additional child. Null if no more children fit. */
    extraGuestCents: extraGuest === null ? null : toCents(extraGuest),
  }));
  return { ...loaded, items };
});

export const getHolidayPackages = loadOnce(async (report) => {
  const documents: HolidayPackagesQueryResult = await sanity().fetch(holidayPackagesQuery);
  requirePrices(documents);
  const loaded = await loadDocuments(documents, await options(report));
  const items = loaded.items.map((offer) => applyPlanned(offer));
  return { ...loaded, items };
});

function requirePrices(documents: BirthdayPackagesQueryResult | HolidayPackagesQueryResult): void {
  for (const document of documents) {
    const problem = priceProblem(document) ?? plannedProblem(document);
    const { _id, _type: type, name } = document;
    if (problem) throw new ContentError({ _id, type, title: name }, problem);
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
