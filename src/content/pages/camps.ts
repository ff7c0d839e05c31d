import { sanity } from '../client.ts';
import { selectFaqs, getFaqs } from '../faqs.ts';
import { findChosenOrAll } from '../load-documents.ts';
import { getBases, getMissions } from '../people.ts';
import { toCents } from '#contract/format.ts';
import { loadOnce } from '../load-once.ts';
import { ContentError } from '../problem.ts';
import { campsNewPageQuery, campsPageQuery } from '../queries/pages.ts';
import { buildSeo } from '../settings.ts';
import { getTestimonials, selectTestimonials } from '../testimonials.ts';
import { loadPage } from './page.ts';

export type CampsPage = Awaited<ReturnType<typeof getCampsPage>>;
export type CampsNewPage = Awaited<ReturnType<typeof getCampsNewPage>>;

export const getCampsPage = loadOnce(async (report) => {
  const document = await sanity().fetch(campsPageQuery);
  const [{ page, settings, documentRef }, bases, missions, testimonials, faqs] = await Promise.all([
    loadPage(document, 'campsPage', report),
    getBases(report),
    getMissions(report),
    getTestimonials(report),
    getFaqs(report),
  ]);
  const { locations, bundle, book } = page;
  const worthless = bundle?.items.find(({ value }) => !(value > 0));
  if (worthless)
    throw new ContentError(documentRef, `has “${worthless.title}” at a value of S$${worthless.value}.`);
  const camps = { ...bases, items: bases.items.filter(({ use }) => use === 'camps') };
  return {
    ...page,
    locations: locations && {
      ...locations,
      bases: findChosenOrAll(locations.bases, camps, documentRef, 'locations'),
    },
    missions: page.missions && {
      ...page.missions,
      missions: findChosenOrAll(page.missions.missions, missions, documentRef, 'missions'),
    },
    testimonials: page.testimonials && {
      ...page.testimonials,
      testimonials: selectTestimonials(page.testimonials.testimonials, testimonials, documentRef, 'camps'),
    },
    bundle: bundle && {
      ...bundle,
      items: bundle.items.map(({ value, ...item }) => ({ ...item, valueCents: toCents(value) })),
    },
    faq: page.faq && { ...page.faq, items: selectFaqs(page.faq.topics, faqs, documentRef) },
    book: book && { ...book, seo: buildSeo(book.seo, settings) },
    seo: buildSeo(page.seo, settings),
  };
});

export const getCampsNewPage = loadOnce(async (report) => {
  const document = await sanity().fetch(campsNewPageQuery);
  const { page, settings } = await loadPage(document, 'campsNewPage', report);
  return { ...page, seo: buildSeo(page.seo, settings) };
});
