import type { Camp } from '#contract/camps.ts';
import { brand } from '#config/brand.ts';
import { formatDays } from '#contract/format.ts';
import { campDate } from '#domain/camp.ts';
import { momentOf } from '#domain/dates.ts';
import { cardPath } from './addresses.ts';
import { organizer } from './organization.ts';
import { decimal, thing, type Thing } from './thing.ts';

interface Base {
  slug: string;
  name: string;
  address: string;
}

interface Options {
  bases: readonly Base[];
  base: URL | undefined;
  description: string;
  path: string;
}

/** Describes a camp as an event with its current price and spots. If it has no published price, it has no offer. */
export function campEvent(camp: Camp, { bases, base, description, path }: Options): Thing {
  const place = bases.find(({ slug }) => slug === camp.base);
  const url = new URL(path, base).href;
  const { from, until } = campDate(camp);
  const freeSpots = Math.max(0, camp.capacity - camp.current_enrollments);
  return thing('Event', {
    name: `${camp.name}, ${formatDays(camp.start_date, camp.end_date)}`,
    description,
    url,
    image: new URL(cardPath(path), base).href,
    startDate: momentOf(camp.start_date, from),
    endDate: momentOf(camp.end_date, until),
    eventStatus: `https://schema.org/${camp.cancelled_at ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    maximumAttendeeCapacity: camp.capacity,
    remainingAttendeeCapacity: freeSpots,
    typicalAgeRange:
      camp.min_age === null || camp.max_age === null ? null : `${camp.min_age}-${camp.max_age}`,
    location: thing('Place', {
      name: place?.name ?? camp.location,
      address: thing('PostalAddress', {
        streetAddress: place?.address ?? camp.location,
        addressLocality: 'Singapore',
        addressCountry: 'SG',
      }),
    }),
    organizer: organizer(base),
    offers:
      camp.price_cents === null
        ? null
        : thing('Offer', {
            // Doctor compares the price of this camp with what the checkout charges.
            sku: camp.id,
            price: decimal(camp.price_cents),
            priceCurrency: brand.currency,
            availability: `https://schema.org/${freeSpots > 0 ? 'InStock' : 'SoldOut'}`,
            url,
          }),
  });
}
