import { defineType } from 'sanity';
import { seo } from '../fields.ts';
import { bookPart } from './book.ts';
import { landingSections } from './landing.ts';

/**
 * The camps page and the page where families book a camp. Prices belong to the tiers, and dates are in the database.
 */
export const campsPage = defineType({
  name: 'campsPage',
  title: 'Camps',
  type: 'document',
  icon: () => '🏕️',
  groups: [
    { name: 'landing', title: 'Camps', default: true },
    { name: 'booking', title: 'Book a camp' },
    { name: 'search', title: 'Search engines' },
  ],
  fields: [
    ...landingSections.map((field) => ({ ...field, group: 'landing' })),
    { ...bookPart, group: 'booking' },
    { ...seo(), group: 'search' },
  ],
  preview: { prepare: () => ({ title: 'Camps', subtitle: '/camps, /camps/book' }) },
});
