import type { Filled } from '../fill/filled-types.ts';
import { findChosen } from '../load-documents.ts';
import { getCoaches, getMediaLogos, selectCoaches } from '../people.ts';
import type { DocumentRef, Report } from '../problem.ts';
import { getTestimonials, selectTestimonials } from '../testimonials.ts';
import type { HomeCoaches, HomeMediaLogos, HomeTestimonials } from '../types.gen.ts';

type Shared = NonNullable<Filled<HomeMediaLogos | HomeCoaches | HomeTestimonials>>;

export async function loadSharedSections(report: Report) {
  const [logos, coaches, testimonials] = await Promise.all([
    getMediaLogos(report),
    getCoaches(report),
    getTestimonials(report),
  ]);
  return (section: Shared, documentRef: DocumentRef) => {
    switch (section._type) {
      case 'homeMediaLogos':
        return { ...section, logos: findChosen(section.logos, logos, documentRef, 'logos') };
      case 'homeCoaches':
        return { ...section, coaches: selectCoaches(section.coaches, coaches, documentRef, 'home') };
      case 'homeTestimonials':
        return {
          ...section,
          testimonials: selectTestimonials(section.testimonials, testimonials, documentRef, 'home'),
        };
    }
  };
}
