import { sanity } from '../client.ts';
import { findChosenOrAll } from '../load-documents.ts';
import { getBases, getCoaches, selectCoaches } from '../people.ts';
import { loadOnce } from '../load-once.ts';
import { aboutPageQuery } from '../queries/pages.ts';
import { buildSeo } from '../settings.ts';
import { getTestimonials, selectTestimonials } from '../testimonials.ts';
import { loadPage } from './page.ts';

export type AboutPage = Awaited<ReturnType<typeof getAboutPage>>;

export const getAboutPage = loadOnce(async (report) => {
  const document = await sanity().fetch(aboutPageQuery);
  const [{ page, settings, documentRef }, coaches, bases, testimonials] = await Promise.all([
    loadPage(document, 'aboutPage', report),
    getCoaches(report),
    getBases(report),
    getTestimonials(report),
  ]);
  return {
    ...page,
    coaches: page.coaches && {
      ...page.coaches,
      coaches: selectCoaches(page.coaches.coaches, coaches, documentRef, 'about'),
    },
    testimonials: page.testimonials && {
      ...page.testimonials,
      testimonials: selectTestimonials(page.testimonials.testimonials, testimonials, documentRef, 'about'),
    },
    locations: page.locations && {
      ...page.locations,
      bases: findChosenOrAll(page.locations.bases, bases, documentRef, 'locations'),
    },
    seo: buildSeo(page.seo, settings),
  };
});
