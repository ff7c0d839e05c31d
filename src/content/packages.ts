import { sanity } from './client.ts';
import { loadDocuments } from './load-documents.ts';
import { toCents } from '#contract/format.ts';
import { priceProblem } from './prices.ts';
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
  const items = loaded.items.map(({ price, extraGuest, _rev, ...party }) => ({
    ...party,
    revision: _rev,
    priceCents: toCents(price),
    /** Price of each further child; null if no more children fit. */
    extraGuestCents: extraGuest === null ? null : toCents(extraGuest),
  }));
  return { ...loaded, items };
});

export const getHolidayPackages = loadOnce(async (report) => {
  const documents: HolidayPackagesQueryResult = await sanity().fetch(holidayPackagesQuery);
  requirePrices(documents);
  const loaded = await loadDocuments(documents, await options(report));
  const items = loaded.items.map(({ price, _rev, ...offer }) => ({
    ...offer,
    revision: _rev,
    priceCents: toCents(price),
  }));
  return { ...loaded, items };
});

function requirePrices(documents: BirthdayPackagesQueryResult | HolidayPackagesQueryResult): void {
  for (const document of documents) {
    const problem = priceProblem(document);
    const { _id, _type: type, name } = document;
    if (problem) throw new ContentError({ _id, type, title: name }, problem);
  }
}

const options = async (report: Report) => ({
  facts: (await getSiteSettings(report)).facts,
  report,
  defaults: { available: true },
});
