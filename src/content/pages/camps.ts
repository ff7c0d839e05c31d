import { sanity } from '../client.ts';
import { faqsOf, getFaqs } from '../faqs.ts';
import { chosenOrAll } from '../loaded.ts';
import { getBases, getMissions } from '../people.ts';
import { toCents } from '#contract/format.ts';
import { once } from '../once.ts';
import { ContentError } from '../problem.ts';
import { campsNewPageQuery, campsPageQuery } from '../queries/pages.ts';
import { seoOf } from '../settings.ts';
import { getTestimonials, testimonialsOf } from '../testimonials.ts';
import { loadPage } from './page.ts';

/** The camps page, and in `book` the texts of the page that books a camp. */
export type CampsPage = Awaited<ReturnType<typeof getCampsPage>>;
export type CampsNewPage = Awaited<ReturnType<typeof getCampsNewPage>>;

export const getCampsPage = once(async (report) => {
  const document = await sanity().fetch(campsPageQuery);
  const [{ page, settings, named }, bases, missions, testimonials, faqs] = await Promise.all([
    loadPage(document, 'campsPage', report),
    getBases(report),
    getMissions(report),
    getTestimonials(report),
    getFaqs(report),
  ]);
  const { locations, bundle, book } = page;
  const worthless = bundle?.items.find(({ value }) => !(value > 0));
  if (worthless)
    throw new ContentError(named, `has “${worthless.title}” at a value of S$${worthless.value}.`);
  const camps = { ...bases, items: bases.items.filter(({ use }) => use === 'camps') };
  return {
    ...page,
    locations: locations && {
      ...locations,
      bases: chosenOrAll(locations.bases, camps, named, 'locations'),
    },
    missions: page.missions && {
      ...page.missions,
      missions: chosenOrAll(page.missions.missions, missions, named, 'missions'),
    },
    testimonials: page.testimonials && {
      ...page.testimonials,
      testimonials: testimonialsOf(page.testimonials.testimonials, testimonials, named, 'camps'),
    },
    bundle: bundle && {
      ...bundle,
      items: bundle.items.map(({ value, ...item }) => ({ ...item, valueCents: toCents(value) })),
    },
    faq: page.faq && { ...page.faq, items: faqsOf(page.faq.topics, faqs, named) },
    book: book && { ...book, seo: seoOf(book.seo, settings) },
    seo: seoOf(page.seo, settings),
  };
});

export const getCampsNewPage = once(async (report) => {
  const document = await sanity().fetch(campsNewPageQuery);
  const { page, settings } = await loadPage(document, 'campsNewPage', report);
  return { ...page, seo: seoOf(page.seo, settings) };
});
