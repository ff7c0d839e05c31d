import { sanity } from './client.ts';
import { loadDocuments } from './load-documents.ts';
import type { Filled } from './fill/filled-types.ts';
import { toCents } from '#contract/format.ts';
import { isShowing, priceAt } from '#contract/selling-rules/planned.ts';
import { plannedProblem, priceProblem } from './prices.ts';
import { loadOnce } from './load-once.ts';
import { ContentError, type Report } from './problem.ts';
import { birthdayPackagesQuery, holidayPackagesQuery } from './queries/offers.ts';
import { getSiteSettings } from './settings.ts';
import type { BirthdayPackagesQueryResult, HolidayPackagesQueryResult } from './types.gen.ts';

/** Holiday packages that families reserve on the waitlist (spec 2 §9). */
export type HolidayPackage = Awaited<ReturnType<typeof getHolidayPackages>>['items'][number];

/** Birthday packages that families enquire about (decisions "/birthdays"). Money in integer cents. */
export const getBirthdayPackages = loadOnce(async (report) => {
  const documents: BirthdayPackagesQueryResult = await sanity().fetch(birthdayPackagesQuery);
  requirePrices(documents);
  const loaded = await loadDocuments(documents, await options(report));
  const items = loaded.items.map(({ extraGuest, _rev, ...party }) => ({
    ...party,
    ...atPresent(party),
    revision: _rev,
    /** Price of each further child; null if no more children fit. */
    extraGuestCents: extraGuest === null ? null : toCents(extraGuest),
  }));
  return { ...loaded, items };
});

export const getHolidayPackages = loadOnce(async (report) => {
  const documents: HolidayPackagesQueryResult = await sanity().fetch(holidayPackagesQuery);
  requirePrices(documents);
  const loaded = await loadDocuments(documents, await options(report));
  const items = loaded.items.map(({ _rev, ...offer }) => ({
    ...offer,
    ...atPresent(offer),
    revision: _rev,
  }));
  return { ...loaded, items };
});

function requirePrices(documents: BirthdayPackagesQueryResult | HolidayPackagesQueryResult): void {
  for (const document of documents) {
    const problem = priceProblem(document) ?? plannedProblem(document);
    const { _id, _type: type, name } = document;
    if (problem) throw new ContentError({ _id, type, title: name }, problem);
  }
}

/** What a package costs now, and whether it is on sale now. */
function atPresent(document: Planned, now = new Date()) {
  return {
    priceCents: toCents(priceAt(document, now)),
    available: document.available && isShowing(document.saleTime, now),
  };
}

type Planned = Pick<
  NonNullable<Filled<HolidayPackagesQueryResult[number]>>,
  'price' | 'plannedPrices' | 'saleTime'
> & { available: boolean };

const options = async (report: Report) => ({
  facts: (await getSiteSettings(report)).facts,
  report,
  defaults: { available: true },
});
