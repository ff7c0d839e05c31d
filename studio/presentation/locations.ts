import { defineLocations, type DocumentLocationResolvers } from 'sanity/presentation';
import { served } from '../schemaTypes/pages/routes.ts';
import { places } from './places.ts';

const fixed: DocumentLocationResolvers = Object.fromEntries(
  Object.entries(places).map(([type, locations]) => [type, defineLocations({ locations })]),
);

/** Shown above the form: the pages that use this document. Legal pages and pages from blocks have their own address. */
export const locations: DocumentLocationResolvers = {
  ...fixed,
  legalPage: defineLocations({
    select: { title: 'title', page: 'page' },
    resolve: (page) =>
      typeof page?.['page'] === 'string'
        ? { locations: [{ title: String(page['title'] ?? page['page']), href: `/${page['page']}` }] }
        : null,
  }),
  page: defineLocations({
    select: { title: 'title', address: 'address' },
    resolve: (page) =>
      typeof page?.['address'] === 'string'
        ? { locations: [{ title: String(page['title'] ?? page['address']), href: served(page['address']) }] }
        : null,
  }),
};
