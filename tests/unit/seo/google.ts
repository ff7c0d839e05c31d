import * as v from 'valibot';

/**
 * The required fields of each kind of structured data, and some recommended fields, in the formats that Google
 * documents (developers.google.com/search/docs/appearance/structured-data).
 */
const url = v.pipe(v.string(), v.url());
const text = v.pipe(v.string(), v.minLength(1));
const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+08:00$/));
const type = <Name extends string>(name: Name) => v.literal(name);

const Offer = v.object({
  '@type': type('Offer'),
  price: v.pipe(v.string(), v.regex(/^\d+\.\d{2}$/)),
  priceCurrency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  availability: v.picklist(['InStock', 'SoldOut', 'OutOfStock'].map((word) => `https://schema.org/${word}`)),
  url,
});

const Organization = v.object({
  '@type': type('Organization'),
  '@id': url,
  name: text,
  url,
  logo: v.optional(url),
  sameAs: v.optional(v.array(url)),
  contactPoint: v.optional(v.object({ '@type': type('ContactPoint'), telephone: text, contactType: text })),
});

const Event = v.object({
  '@type': type('Event'),
  name: text,
  startDate: moment,
  endDate: moment,
  eventStatus: v.picklist(['https://schema.org/EventScheduled', 'https://schema.org/EventCancelled']),
  eventAttendanceMode: v.literal('https://schema.org/OfflineEventAttendanceMode'),
  image: url,
  description: text,
  location: v.object({
    '@type': type('Place'),
    name: text,
    address: v.object({ '@type': type('PostalAddress'), streetAddress: text, addressCountry: type('SG') }),
  }),
  organizer: Organization,
  offers: v.optional(v.object({ ...Offer.entries, sku: v.pipe(v.string(), v.uuid()) })),
});

const FaqPage = v.object({
  '@type': type('FAQPage'),
  mainEntity: v.pipe(
    v.array(
      v.object({
        '@type': type('Question'),
        name: text,
        acceptedAnswer: v.object({ '@type': type('Answer'), text }),
      }),
    ),
    v.minLength(1),
  ),
});

const BreadcrumbList = v.object({
  '@type': type('BreadcrumbList'),
  itemListElement: v.pipe(
    v.array(
      v.object({
        '@type': type('ListItem'),
        position: v.pipe(v.number(), v.integer(), v.minValue(1)),
        name: text,
        item: url,
      }),
    ),
    v.minLength(2),
    v.check((items) => items.every(({ position }, index) => position === index + 1), 'positions from 1'),
  ),
});

/** A product needs a review, an aggregateRating or offers. Our products have offers. */
const Product = v.object({
  '@type': type('Product'),
  name: text,
  image: url,
  description: text,
  offers: Offer,
});

export const Known = v.variant('@type', [Organization, Event, FaqPage, BreadcrumbList, Product]);
