import { defineLocations, type DocumentLocationResolvers } from 'sanity/presentation';
import { places } from './places.ts';

const fixed: DocumentLocationResolvers = Object.fromEntries(
  Object.entries(places).map(([type, locations]) => [type, defineLocations({ locations })]),
);

/** Shown above the form: the pages that use this document. A legal page provides its own address. */
export const locations: DocumentLocationResolvers = {
  ...fixed,
  legalPage: defineLocations({
    select: { title: 'title', page: 'page' },
    resolve: (page) =>
      typeof page?.['page'] === 'string'
        ? { locations: [{ title: String(page['title'] ?? page['page']), href: `/${page['page']}` }] }
        : null,
  }),
};
