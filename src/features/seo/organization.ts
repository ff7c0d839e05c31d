import { brand } from '#config/brand.ts';
import { cardPath } from './addresses.ts';
import { thing, type Thing } from './thing.ts';

interface Site {
  name: string;
  foundingYear: number | null;
  contact: { email: string; whatsapp: string };
  socialLinks: readonly { url: string }[];
  metaDescription: string;
}

const address = (base: URL | undefined, path: string) => new URL(path, base).href;

/** Describes the organisation. Only the home page contains this. Other data refer to it by its id. */
export function organization(site: Site, base: URL | undefined): Thing {
  return thing('Organization', {
    '@id': address(base, '/#organization'),
    name: site.name,
    url: address(base, '/'),
    logo: address(base, '/favicon.svg'),
    image: address(base, cardPath('/')),
    description: site.metaDescription,
    foundingDate: site.foundingYear === null ? null : String(site.foundingYear),
    email: site.contact.email,
    telephone: site.contact.whatsapp,
    areaServed: 'Singapore',
    sameAs: site.socialLinks.map(({ url }) => url),
    contactPoint: thing('ContactPoint', {
      contactType: 'customer service',
      telephone: site.contact.whatsapp,
      email: site.contact.email,
      areaServed: 'SG',
      availableLanguage: 'English',
    }),
  });
}

export const organizer = (base: URL | undefined) =>
  thing('Organization', {
    '@id': address(base, '/#organization'),
    name: brand.name,
    url: address(base, '/'),
  });
