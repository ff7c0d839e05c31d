import { sanity } from './client.ts';
import { findChosen, loadDocuments, type LoadedDocuments } from './load-documents.ts';
import { loadOnce } from './load-once.ts';
import { type DocumentRef } from './problem.ts';
import { testimonialsQuery } from './queries/people.ts';
import { getSiteSettings } from './settings.ts';
import type { TestimonialsQueryResult } from './types.gen.ts';

export type Testimonial = Awaited<ReturnType<typeof getTestimonials>>['items'][number];
export type TestimonialPage = TestimonialsQueryResult[number]['pages'][number];

export const getTestimonials = loadOnce(async (report) => {
  const testimonials: TestimonialsQueryResult = await sanity().fetch(testimonialsQuery);
  const { facts } = await getSiteSettings(report);
  const loadedDocuments = await loadDocuments(testimonials, { facts, report });
  // A testimonial without text is left out. Its author is optional.
  return { ...loadedDocuments, items: loadedDocuments.items.filter(({ text }) => text !== '') };
});

/** Returns the testimonials that a page chose, or else those that name the page. */
export function selectTestimonials(
  ids: readonly string[],
  from: LoadedDocuments<Testimonial>,
  page: DocumentRef,
  name: TestimonialPage,
): Testimonial[] {
  if (ids.length > 0) return findChosen(ids, from, page, 'testimonials');
  return from.items.filter(({ pages }) => pages.includes(name));
}
