import { sanity } from './client.ts';
import { chosen, loadAll, type Loaded } from './loaded.ts';
import { once } from './once.ts';
import { type Named } from './problem.ts';
import { testimonialsQuery } from './queries/people.ts';
import { getSiteSettings } from './settings.ts';
import type { TestimonialsQueryResult } from './types.gen.ts';

/** A parent's testimonial (spec 2 §3). */
export type Testimonial = Awaited<ReturnType<typeof getTestimonials>>['items'][number];
export type TestimonialPage = TestimonialsQueryResult[number]['pages'][number];

export const getTestimonials = once(async (report) => {
  const testimonials: TestimonialsQueryResult = await sanity().fetch(testimonialsQuery);
  const { facts } = await getSiteSettings(report);
  const loaded = await loadAll(testimonials, { facts, report });
  // A testimonial without text is left out; its author is optional.
  return { ...loaded, items: loaded.items.filter(({ text }) => text !== '') };
});

/** The testimonials that a page chose, or else those that name the page. */
export function testimonialsOf(
  ids: readonly string[],
  from: Loaded<Testimonial>,
  page: Named,
  name: TestimonialPage,
): Testimonial[] {
  if (ids.length > 0) return chosen(ids, from, page, 'testimonials');
  return from.items.filter(({ pages }) => pages.includes(name));
}
