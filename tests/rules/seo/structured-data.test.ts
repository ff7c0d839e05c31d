import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Camp } from '#contract/camps.ts';
import { campEvent } from '#features/seo/events.ts';
import { organization } from '#features/seo/organization.ts';
import { breadcrumbs, faqPage } from '#features/seo/pages.ts';
import { offeredPackage, offerProduct } from '#features/seo/products.ts';
import { Known } from '../../unit/seo/google.ts';

const base = new URL('https://trails.example/');
const camp: Camp = {
  id: '6c1ac7a4-6d0b-4f8e-9f7b-0f6f4a6c1c01',
  name: 'Spark Camp',
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  price: 549,
  team_type: 'red',
  location: 'East Coast',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  capacity: 20,
  current_enrollments: 18,
  is_active: true,
  tier: 'spark',
  team_types: ['red'],
  location_id: '6c1ac7a4-6d0b-4f8e-9f7b-0f6f4a6c1c02',
  base: 'east-coast',
  days: 3,
  price_cents: 54_900,
  rung_id: 'second',
  rung_places_left: null,
  extended_day: true,
  extended_time_start: null,
  extended_time_end: null,
  min_age: 7,
  max_age: 12,
  cancelled_at: null,
};
const options = {
  bases: [{ slug: 'east-coast', name: 'East Coast', address: '1020 East Coast Parkway' }],
  base,
  description: 'Three days of skating.',
  path: '/camps',
};

it('a camp is an event with its place, its days and its current price', () => {
  const event = campEvent(camp, options);
  expect(v.parse(Known, event)).toMatchObject({
    name: 'Spark Camp, Mon 7 – Wed 9 Dec 2026',
    startDate: '2026-12-07T09:00:00+08:00',
    endDate: '2026-12-09T15:00:00+08:00',
    location: { address: { streetAddress: '1020 East Coast Parkway' } },
    offers: {
      sku: camp.id,
      price: '549.00',
      priceCurrency: 'SGD',
      availability: 'https://schema.org/InStock',
    },
  });
});

it('a full camp is sold out, a cancelled one is marked, and one without a price has no offer', () => {
  expect(campEvent({ ...camp, current_enrollments: 20 }, options)).toHaveProperty(
    'offers.availability',
    'https://schema.org/SoldOut',
  );
  expect(campEvent({ ...camp, cancelled_at: '2026-11-30T00:00:00Z' }, options)['eventStatus']).toBe(
    'https://schema.org/EventCancelled',
  );
  const unpriced = campEvent({ ...camp, price: null, price_cents: null }, options);
  expect(unpriced).not.toHaveProperty('offers');
  expect(v.is(Known, unpriced)).toBe(true);
});

it('a camp at an unknown base still has an address', () => {
  expect(v.is(Known, campEvent({ ...camp, base: null }, options))).toBe(true);
});

it('the organisation, questions, breadcrumbs and a pass meet Google’s requirements', () => {
  const site = {
    name: 'Otter Trails',
    foundingYear: 2001,
    contact: { email: 'hello@trails.example', whatsapp: '+65 8000 0000' },
    socialLinks: [{ url: 'https://social.example/trails' }],
    metaDescription: 'Skate classes.',
  };
  const pass = {
    offerId: 'pass-term',
    name: 'Term',
    description: '',
    summary: '18 sessions · 130 days',
    ending: 'Paid once, nothing renews. Unused sessions end after 130 days',
    priceCents: 69_700,
    available: true,
  };
  const things = [
    organization(site, base),
    faqPage([{ question: 'Do we bring the cake?', text: 'Yes.' }]),
    breadcrumbs([{ name: 'Camps', path: '/camps' }], base),
    offerProduct(pass, '/passes', base),
  ];
  for (const thing of things) expect(v.safeParse(Known, thing).issues).toBeUndefined();
  expect(offerProduct(pass, '/passes', base)).toMatchObject({ offers: { price: '697.00' } });
  const party = { _id: 'party-splash', name: 'Splash', priceCents: 58_800, available: true };
  for (const [words, description] of [
    [{ description: 'Two hours at the pool.', features: ['Cake'] }, 'Two hours at the pool.'],
    [{ description: null, features: ['Cake', 'Games'] }, 'Cake · Games'],
    [{ description: null, features: null }, 'Splash'],
  ] as const) {
    const { features, ...rest } = words;
    const offered = offeredPackage({ ...party, ...rest, features: features && [...features] });
    const thing = offerProduct(offered, '/birthdays', base);
    expect(v.safeParse(Known, thing).issues).toBeUndefined();
    expect(thing).toMatchObject({ sku: 'party-splash', description, offers: { price: '588.00' } });
  }
});

it('a page without questions has no FAQ data', () => {
  expect(faqPage([])).toBeNull();
  expect(faqPage(undefined)).toBeNull();
});

it('our checks refuse data that Google would refuse', () => {
  const { startDate: _, ...undated } = campEvent(camp, options);
  expect(v.is(Known, undated)).toBe(false);
  expect(v.is(Known, { ...campEvent(camp, options), startDate: '2026-12-07' })).toBe(false);
});
