import { defineLocations, type DocumentLocationResolvers } from 'sanity/presentation';
import { servedAddress } from '../schemaTypes/pages/routes.ts';
import { places } from './places.ts';

const fixed: DocumentLocationResolvers = Object.fromEntries(
  Object.entries(places).map(([type, locations]) => [type, defineLocations({ locations })]),
);

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
        ? {
            locations: [
              { title: String(page['title'] ?? page['address']), href: servedAddress(page['address']) },
            ],
          }
        : null,
  }),
};
