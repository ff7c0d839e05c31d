import { sanity } from '../client.ts';
import { chosenOrAll } from '../loaded.ts';
import { getBases, getCoaches } from '../people.ts';
import { once } from '../once.ts';
import { aboutPageQuery } from '../queries/pages.ts';
import { seoOf } from '../settings.ts';
import { getTestimonials, testimonialsOf } from '../testimonials.ts';
import { loadPage } from './page.ts';

export type AboutPage = Awaited<ReturnType<typeof getAboutPage>>;

export const getAboutPage = once(async (report) => {
  const document = await sanity().fetch(aboutPageQuery);
  const [{ page, settings, named }, coaches, bases, testimonials] = await Promise.all([
    loadPage(document, 'aboutPage', report),
    getCoaches(report),
    getBases(report),
    getTestimonials(report),
  ]);
  return {
    ...page,
    coaches: page.coaches && {
      ...page.coaches,
      coaches: chosenOrAll(page.coaches.coaches, coaches, named, 'coaches'),
    },
    testimonials: page.testimonials && {
      ...page.testimonials,
      testimonials: testimonialsOf(page.testimonials.testimonials, testimonials, named, 'about'),
    },
    locations: page.locations && {
      ...page.locations,
      bases: chosenOrAll(page.locations.bases, bases, named, 'locations'),
    },
    seo: seoOf(page.seo, settings),
  };
});
