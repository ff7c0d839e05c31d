import { sanity } from './client.ts';
import { chosen, loadAll, type Loaded } from './loaded.ts';
import { printReport, type Named, type Report } from './problem.ts';
import { testimonialsQuery } from './queries/people.ts';
import { getSiteSettings } from './settings.ts';
import type { TestimonialsQueryResult } from './types.gen.ts';

/** What a parent said (spec 2 §3). */
export type Testimonial = Awaited<ReturnType<typeof getTestimonials>>['items'][number];
export type TestimonialPage = TestimonialsQueryResult[number]['pages'][number];

export async function getTestimonials(report: Report = printReport) {
  const testimonials: TestimonialsQueryResult = await sanity().fetch(testimonialsQuery);
  const { facts } = await getSiteSettings(report);
  const loaded = await loadAll(testimonials, { facts, report });
  // Words that nobody said are none; who said them may be left out.
  return { ...loaded, items: loaded.items.filter(({ text }) => text !== '') };
}

/** Those that a page chose; where it chose none, those that name it. */
export function testimonialsOf(
  ids: readonly string[],
  from: Loaded<Testimonial>,
  page: Named,
  name: TestimonialPage,
): Testimonial[] {
  if (ids.length > 0) return chosen(ids, from, page, 'testimonials');
  return from.items.filter(({ pages }) => pages.includes(name));
}
