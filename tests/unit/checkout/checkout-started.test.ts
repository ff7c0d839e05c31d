/** `checkout_started` is reported once where each kind of sale starts, without personal data (spec 2 §7). */
import type { WaitlistView } from '#contract/waitlists.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import type { EventData, QueuedReport } from '#browser/report-queue.ts';
import { forgetOrder } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { createCheckout } from '#features/checkout/store.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, classes, order, row, uuid } from '#support/unit/examples.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { campView, draft, epicCamp, heldCamp, offer, texts } from './examples.ts';
import { withoutRandom } from '#support/random-values.ts';

const browser = fakeBrowser();
const child = { id: uuid(2), name: 'Kai Tan', dob: '2018-03-14' };
const secret = uuid(555);
const pass = (id: string, title: string, details = {}) => ({ id, kind: 'pass', title, details });
const offers = [
  offer,
  { ...offer, id: 'tier-ignite', title: 'Ignite Camp', details: { ...offer.details, tier: 'ignite' } },
  { ...offer, id: 'tier-epic', title: 'EPIC Camp', details: { ...offer.details, tier: 'epic' } },
  pass('pass-term', 'Term'),
  pass('pass-flexi', 'Flexi', { renews: true }),
  { ...pass('team-red', 'Red team'), kind: 'team_pass' },
];
const session = { session_id: uuid(101), session_date: '2026-11-28', session_time: '10:30:00' };
const entry = (over: object) =>
  ({
    entry_id: uuid(556),
    status: 'offered',
    places: 1,
    position: null,
    offer_expires_at: null,
    session: null,
    camp: null,
    server_time: '2026-11-20T04:00:00Z',
    children: [{ id: null, name: child.name, dob: child.dob, is_friend: false }],
    parent: { name: 'Mei Tan', email: 'mei@example.test', phone: '+6591234567' },
    ...over,
  }) as unknown as WaitlistView;

beforeEach(() => {
  forgetOrder();
  vi.setSystemTime('2026-11-20T04:00:00Z');
  browser.api
    .on('offers', ({ url }) => {
      const id = /id=eq\.([\w-]+)/.exec(url)?.[1];
      return { body: id === undefined ? offers : offers.filter((one) => one.id === id) };
    })
    .on('camps', { body: [epicCamp] })
    .on('children', { body: [child] })
    .on('consent_texts', { body: texts })
    .on('get_session_availability_with_enrollments', { body: [row({ id: 101 })] })
    .on('hold_order', ({ body }) => ({
      body: JSON.stringify(body).includes('"camp_id":"') ? heldCamp(1) : { ...order(), left_out: [] },
    }));
});

const readStarted = () =>
  ((globalThis.reportQueue ?? []) as unknown as QueuedReport[]).flatMap((one) =>
    'event' in one && one.event === 'checkout_started' ? [one.data] : [],
  );
const tryOut = { offerId: 'pass-tryout', priceCents: 3_800 };
const cents = (amountCents: number) => ({ amountCents, amount: amountCents / 100, currency: 'SGD' });

const kinds: [what: string, address: string, began: EventData, before?: () => void][] = [
  [
    'a camp chosen on a page',
    '/checkout/camp',
    { campId: draft.campId, campName: 'Spark Camp', packageType: 'spark', ...cents(54_900) },
    () => writeStored('selected_camp_data', draft),
  ],
  [
    'a camp of five days',
    '/checkout/camp',
    { campId: draft.campId, packageType: 'ignite', ...cents(79_000) },
    () =>
      writeStored('otter-booking-data', {
        ...draft,
        packageType: 'ignite',
        offerId: 'tier-ignite',
        price: 790,
        numberOfDays: 5,
      }),
  ],
  [
    'a camp that the address names',
    `/checkout?type=camp&camp=${epicCamp.id}`,
    { campId: epicCamp.id, packageType: 'epic', ...cents(99_000) },
  ],
  [
    'a week of EPIC chosen here',
    '/checkout?experience=overnight-camping-thu',
    { campId: epicCamp.id, packageType: 'epic', ...cents(99_000) },
  ],
  [
    'a term pass alone',
    '/checkout/term?offer=pass-term&price=69700',
    { passId: 'pass-term', passName: 'Term', ...cents(69_700) },
  ],
  [
    'a flexi pass for a child of the family',
    `/checkout/flexi?offer=pass-flexi&price=16700&child=${child.id}`,
    { passId: 'pass-flexi', passName: 'Flexi', ...cents(16_700) },
    () => storeSession({ id: uuid(1) }),
  ],
  [
    'a team’s pass',
    '/checkout?offer=team-red&price=50000',
    { passId: 'team-red', passName: 'Red team', ...cents(50_000) },
  ],
  [
    'a try-out whose session is chosen here',
    '/try-out-checkout',
    { passId: 'pass-tryout', sessionId: uuid(101), sessionDate: '2026-11-21', ...cents(3_800) },
  ],
  [
    'a camp offered by the waitlist',
    `/checkout?waitlist=${secret}`,
    { campId: campView.camp_id, campName: 'Spark Camp', packageType: 'spark' },
    () =>
      void browser.api.on('get_waitlist_entry', { body: entry({ offer_id: 'tier-spark', camp: campView }) }),
  ],
  [
    'a class offered by the waitlist',
    `/checkout?waitlist=${secret}`,
    { passId: 'pass-term', sessionId: uuid(101), sessionDate: '2026-11-28' },
    () =>
      void browser.api.on('get_waitlist_entry', {
        body: entry({
          offer_id: 'pass-term',
          session: {
            ...session,
            class_type: classes.redA.class_type,
            team: 'red',
            location_name: 'Somerset',
            location_address: null,
            starts_at: '2026-11-28T02:30:00Z',
            ends_at: '2026-11-28T03:30:00Z',
            coach_name: null,
          },
        }),
      }),
  ],
];

it.each(kinds)('the checkout reports the start of %s', async (_, address, began, before) => {
  before?.();
  const { pathname: path, searchParams: query } = new URL(address, 'https://site.test');
  const open = async () => {
    const checkout = createCheckout({ go: vi.fn(), address: () => ({ path, query }), tryOut });
    await checkout.open();
    const view = checkout.sale.$view.get();
    const chosen =
      view.state === 'weeks'
        ? view.weeks[0]?.subject
        : view.state === 'sessions'
          ? view.sessions[0]?.subject
          : null;
    if (chosen) await checkout.choose(chosen);
    expect(checkout.sale.$view.get().state).toBe('open');
    return checkout;
  };
  await open();
  expect(readStarted()).toEqual([expect.objectContaining(began)]);
  expect(withoutRandom(JSON.stringify(readStarted()))).not.toMatch(/Kai|Mei|@|9123|2018/);
  expect(JSON.stringify(readStarted())).not.toContain(secret);
});

it('the checkout does not report a class of the weekend’s flow again, because choosing its pass reported it', async () => {
  writeStored('otter_cart', cart());
  const checkout = createCheckout({
    go: vi.fn(),
    address: () => ({ path: '/checkout/term', query: new URLSearchParams() }),
  });
  await checkout.open();
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(readStarted()).toEqual([]);
});
