import type { Camp } from '#contract/camps.ts';
import type { ConsentText, OrderView } from '#contract/orders.ts';
import type { HoldRequest } from '#contract/order-requests.ts';
import type { OfferTerms } from '#contract/quotes.ts';
import { brand } from '#config/brand.ts';
import type { Rules } from '#features/checkout/form/check.ts';
import type { PrivateDetails, Form, Purpose } from '#features/checkout/form/model.ts';
import type { Words } from '#features/checkout/content.ts';
import type { CampDraft } from '#browser/camp-draft.ts';
import { order, secret, uuid } from '#support/unit/examples.ts';

const purposes: readonly Purpose[] = ['terms', 'activity', 'liability', 'medical', 'photo', 'marketing'];

export const texts: ConsentText[] = purposes.map((purpose) => ({
  purpose,
  version: purpose === 'terms' ? 3 : 1,
  title: `About ${purpose}`,
  body: `All of ${purpose}.`,
}));

export const kai = { name: 'Kai Lim', day: '14', month: '3', year: '2018' };
export const mira = { name: 'Mira Lim', day: '2', month: '6', year: '2016' };

export const form: Form = {
  of: '',
  children: [kai],
  parentName: 'Lim Wei Ming',
  email: 'weiming@example.com',
  phone: '9123 4567',
  transport: '',
  address: '',
  consents: { terms: 3, activity: 1 },
  keep: false,
};

export const privateDetails: PrivateDetails = {
  health: [{ answer: 'none', allergies: '', conditions: '' }],
  pickup: [],
  pickupChanged: false,
  signature: 'Lim Wei Ming',
};

export const rules: Rules = {
  today: '2026-11-20',
  seats: 1,
  firstDay: '2026-12-07',
  ages: { minAge: 7, maxAge: 12 },
  overnight: false,
  versions: new Map(texts.map(({ purpose, version }) => [purpose, version])),
};

/** The consents that the contract expects for the form above, with its six texts. */
export const consents = {
  terms: { given: true, version: 3 },
  activity: { given: true, version: 1 },
  liability: { given: false, version: 1 },
  medical: { given: false, version: 1 },
  photo: { given: false, version: 1 },
  marketing: { given: false, version: 1 },
};

export const draft: CampDraft = {
  passType: 'camp',
  campId: uuid(301),
  campName: 'Spark Camp',
  packageType: 'spark',
  packageName: 'Spark',
  team: 'red',
  price: 549,
  startDate: '2026-12-07',
  endDate: '2026-12-07',
  numberOfDays: 3,
  formattedStartDate: '',
  formattedEndDate: '',
  location: 'East Coast',
  timeStart: '09:00',
  timeEnd: '15:00',
  capacity: 20,
  currentEnrollments: 0,
  spotsLeft: 20,
  description: '3 Day Spark',
  offerId: 'tier-spark',
  minAge: 7,
  maxAge: 12,
};

export const offer: OfferTerms = {
  id: 'tier-spark',
  kind: 'camp_tier',
  title: 'Spark Camp',
  details: {
    tier: 'spark',
    min_age: 7,
    max_age: 12,
    renews: null,
    transport: [{ id: 'door', title: 'Door to door', price_cents: 6000 }],
    extended_day: { start: '08:30', end: '17:00' },
    sibling_rebate: { cents: 5000, places: 4 },
  },
};

export const campView = {
  camp_id: uuid(301),
  name: 'Spark Camp',
  tier: 'spark' as const,
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  starts_at: '2026-12-07T01:00:00Z',
  ends_at: '2026-12-07T07:00:00Z',
  location_name: 'East Coast',
  location_address: null,
};

/** A camp order for this many children, with the server's prices. */
export function campOrder(count: number, over: Partial<OrderView> = {}): OrderView {
  const [line] = order().lines;
  if (!line) throw new Error('no line');
  const lines = Array.from({ length: count }, (_, child) => ({
    ...line,
    line_id: uuid(910 + child),
    offer_id: 'tier-spark',
    kind: 'camp_tier',
    title: 'Spark Camp',
    rung_id: 'second',
    price_cents: 54900,
    rebate_cents: child > 0 ? 5000 : 0,
    total_cents: child > 0 ? 49900 : 54900,
    sessions: null,
    validity_days: null,
    child,
    session: null,
    camp: campView,
  }));
  return order({ lines, total_cents: lines.reduce((sum, { total_cents }) => sum + total_cents, 0), ...over });
}

/** Returns an answer of `hold_order`. */
export const heldCamp = (count: number, over: Partial<OrderView> & { left_out?: number[] } = {}) => ({
  ...campOrder(count, { secret, ...over }),
  left_out: over.left_out ?? [],
});

/** Answers the hold of a basket of Spark and Ignite as the database would, at these prices. */
export function heldAs(request: HoldRequest, prices: Record<string, number> = {}) {
  const [line] = campOrder(1).lines;
  if (!line) throw new Error('no line');
  const lines = request.lines.map(({ offer_id, camp_id, child = null }, index) => {
    const price = prices[offer_id] ?? (offer_id === 'tier-spark' ? 54900 : 79000);
    const camp =
      offer_id === 'tier-spark'
        ? campView
        : { ...campView, name: 'Ignite Camp', start_date: '2026-12-14', end_date: '2026-12-18' };
    return {
      ...line,
      line_id: uuid(910 + index),
      offer_id,
      child: child ?? index,
      price_cents: price,
      rebate_cents: 0,
      total_cents: price,
      camp: { ...camp, camp_id: camp_id ?? '' },
    };
  });
  return {
    ...order({ secret, lines, total_cents: lines.reduce((sum, { total_cents }) => sum + total_cents, 0) }),
    price_changed: lines.some(
      ({ price_cents }, index) => price_cents !== request.lines[index]?.expected_price_cents,
    ),
    left_out: [],
  };
}
export const epicCamp: Camp = {
  id: uuid(401),
  name: 'EPIC Camp',
  start_date: '2026-12-14',
  end_date: '2026-12-18',
  price: 990,
  team_type: 'black',
  location: 'Orchard Central',
  session_time_start: '09:00',
  session_time_end: '15:00',
  capacity: 10,
  current_enrollments: 2,
  is_active: true,
  tier: 'epic',
  team_types: ['black'],
  location_id: uuid(402),
  base: 'orchard-central',
  days: 5,
  price_cents: 99000,
  rung_id: 'second',
  rung_places_left: 3,
  extended_day: true,
  extended_time_start: '08:30',
  extended_time_end: '17:00',
  min_age: 7,
  max_age: 13,
  cancelled_at: null,
};

const head = { heading: 'Heading', lead: 'Lead' };
export const words: Words = {
  ...head,
  child: { ...head, siblingLabel: 'Add a child', siblingText: 'Second child: {rebate} rebate.' },
  parent: head,
  health: { ...head, privacyText: 'Only their coaches and our office can open this.' },
  transport: { ...head, addressLabel: 'Where should we pick them up?', addressHint: 'Postal code and unit.' },
  overnight: head,
  consents: {
    ...head,
    termsText: 'I have read the terms.',
    activityText: '{child} may take part.',
    photoText: 'Photos may stand on your website.',
    newsText: 'Send me news.',
  },
  summary: { codeLabel: 'Promo code', payNote: 'On Stripe’s page' },
  teams: [
    { id: 'white', name: `White ${brand.product}`, minAge: 5, maxAge: 6, minLevel: 1, maxLevel: 3 },
    { id: 'red', name: `Red ${brand.product}`, minAge: 7, maxAge: 10, minLevel: 1, maxLevel: 3 },
    { id: 'black', name: `Black ${brand.product}`, minAge: 7, maxAge: 12, minLevel: 4, maxLevel: 6 },
    { id: 'x', name: `X-${brand.product}`, minAge: 7, maxAge: 12, minLevel: 7, maxLevel: 8 },
  ],
  empty: {
    heading: 'Nothing in your cart yet',
    text: '',
    label: 'See this weekend’s sessions',
    href: '/#book',
  },
};
