import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await db.sql`update public.settings set staff_email = 'team@otter.test'`;
});
beforeEach(async () => {
  await db.sql`truncate public.outbox cascade`;
  await db.sql`delete from public.offers`;
  await db.sql`update public.settings set offers_snapshot_at = '-infinity'`;
});
afterAll(() => db.drop());

const minuteOf = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`;
const pass = (id: string, minute = 1, more: object = {}) => ({
  ...shop.asPublished({ ...shop.tryout, id, revision: `${id}-${minute}`, updated_at: minuteOf(minute) }),
  confirmed: false,
  ...more,
});
const ten = Array.from({ length: 10 }, (_, n) => pass(`pass-${n}`));
interface Answer {
  changed: number;
  accepted: boolean;
  missing: { id: string }[];
  price_jumps: { id: string; from_cents: number; to_cents: number }[];
}
const publish = (offers: object[], minute: number, offSale: unknown = []) =>
  rpc<Answer>(db, service, 'publish_offers', {
    p_offers: offers,
    p_brand: shop.testBrand,
    p_snapshot_at: minuteOf(minute),
    p_off_sale: offSale,
  });
const onSale = async () =>
  (await db.sql`select id from public.offers where active order by id`).map(({ id }) => id as string);
const noticesSent = async () =>
  (
    await db.sql`select template, recipient, payload ->> 'what' as what from public.outbox order by created_at`
  ).map((row) => ({ ...row }));

describe('a published list that lacks offers on sale', () => {
  test.each([
    ['everything', 0],
    ['half of it', 5],
    ['more than may go without a word', 6],
  ])('the list is refused when some are missing: %s', async (_name, left) => {
    await publish(ten, 2);
    const cheaper = ten
      .slice(0, left)
      .map((offer) => ({ ...offer, title: 'Changed', updated_at: minuteOf(3) }));
    for (const minute of [4, 5]) {
      const answer = await publish(cheaper, minute);
      expect(answer).toMatchObject({ changed: 0, accepted: false });
      expect(answer.missing).toHaveLength(10 - left);
    }
    expect(await onSale()).toHaveLength(10);
    expect(await db.sql`select 1 from public.offers where title = 'Changed'`).toHaveLength(0);
    // Staff get one notice, however often Sanity sends the list again.
    expect(await noticesSent()).toEqual([
      { template: 'offers_notice', recipient: 'team@otter.test', what: 'missing' },
    ]);
  });

  test('the list is accepted if each missing offer was reported as switched off, and becomes the new basis', async () => {
    await publish(ten, 2);
    const off = ten.map(({ id }) => id);
    expect(await publish([], 4, off)).toMatchObject({ changed: 10, accepted: true, missing: [] });
    expect(await onSale()).toEqual([]);
    expect(await noticesSent()).toEqual([]);
    expect(await publish(ten, 5)).toMatchObject({ accepted: true });
    expect(await onSale()).toHaveLength(10);
  });

  test('a list with only a few missing offers is accepted, and staff are notified of each', async () => {
    await publish(ten, 2);
    expect(await publish(ten.slice(2), 4)).toMatchObject({ changed: 2, accepted: true });
    expect(await onSale()).toHaveLength(8);
    expect(await noticesSent()).toEqual([
      expect.objectContaining({ what: 'removed' }),
      expect.objectContaining({ what: 'removed' }),
    ]);
  });

  test('a list that would remove the last offer on sale is refused', async () => {
    await publish([ten[0] ?? {}], 2);
    expect(await publish([], 4)).toMatchObject({ accepted: false });
    expect(await onSale()).toEqual(['pass-0']);
  });

  test.each([['x'], [[5]], [null]])(
    'the list is refused if the switched-off offers are invalid: %j',
    async (offSale) => {
      const call = publish(ten, 2, offSale);
      expect(await refusal(call)).toMatchObject({ code: 'invalid_input', field: 'p_off_sale' });
    },
  );
});

describe('a price that changes by more than a tenth', () => {
  const makePriced = (cents: number, minute: number, more: object = {}) =>
    pass('pass-flexi', minute, { price_cents: cents, ...more });
  const price = async () =>
    (await db.sql`select price_cents from public.offers where id = 'pass-flexi'`)[0]?.[
      'price_cents'
    ] as number;

  test.each([
    [16_700, 1_670, false],
    [16_700, 167_000, false],
    [10_000, 8_999, false],
    [10_000, 9_000, true],
    [10_000, 11_000, true],
    [10_000, 11_001, false],
  ])('a change from %i to %i cents is accepted at once: %s', async (from, to, taken) => {
    await publish([makePriced(from, 1), ...ten], 2);
    const { price_jumps } = await publish([makePriced(to, 3), ...ten], 4);
    expect(await price()).toBe(taken ? to : from);
    expect(price_jumps.map(({ from_cents, to_cents }) => [from_cents, to_cents])).toEqual(
      taken ? [] : [[from, to]],
    );
    expect(await noticesSent()).toHaveLength(taken ? 0 : 1);
    // The refused offer stays on sale at its old price, and the others stay unchanged.
    expect(await onSale()).toHaveLength(11);
  });

  test('the change is accepted once staff have confirmed it, and reported once', async () => {
    await publish([makePriced(16_700, 1)], 2);
    for (const minute of [4, 5]) await publish([makePriced(14_000, 3)], minute);
    expect(await noticesSent()).toEqual([expect.objectContaining({ what: 'price_jump' })]);
    expect(await publish([makePriced(14_000, 6, { confirmed: true })], 7)).toMatchObject({
      changed: 1,
      price_jumps: [],
    });
    expect(await price()).toBe(14_000);
  });

  test('an older version that arrives late is not treated as a price change', async () => {
    await publish([makePriced(16_700, 1)], 2);
    await publish([makePriced(14_000, 5, { confirmed: true })], 6);
    expect((await publish([makePriced(16_700, 1)], 7)).price_jumps).toEqual([]);
    expect(await price()).toBe(14_000);
  });

  const rung = (id: string, price_cents: number) => ({
    id,
    price_cents,
    places: null,
    deadline: null,
    closed: false,
  });
  const tier = (minute: number, rungs: object[]) =>
    camps.tierOffer(
      'spark',
      { rungs },
      { revision: `spark-${minute}`, updated_at: minuteOf(minute), confirmed: false },
    );

  test.each([
    ['a rebate that slips', 5_000, 20_000, 1],
    ['a first rebate', null, 20_000, 1],
    ['a usual rebate', 5_000, 6_000, 0],
    ['a rebate that ends', 20_000, null, 0],
  ])('the price that a sibling pays is checked: %s', async (_name, before, after, jumps) => {
    const makeRebated = (minute: number, cents: number | null) => {
      const offer = tier(minute, [rung('first', 44_900)]);
      const sibling_rebate = cents === null ? null : { cents, places: null };
      return { ...offer, details: { ...offer.details, sibling_rebate } };
    };
    await publish([makeRebated(1, before)], 2);
    expect((await publish([makeRebated(3, after)], 4)).price_jumps).toHaveLength(jumps);
  });

  test.each([
    ['a rung that slips', [rung('first', 8_900)], 1],
    ['a new rung below half of the lowest', [rung('last-call', 9_900), rung('first', 44_900)], 1],
    ['a rung that moves a little', [rung('first', 42_000)], 0],
    ['no rung any more', [], 0],
  ])('every price of a camp is checked: %s', async (_name, rungs, jumps) => {
    await publish([tier(1, [rung('first', 44_900)])], 2);
    expect((await publish([tier(3, rungs)], 4)).price_jumps).toHaveLength(jumps);
  });
});

describe('the facts that Studio reads before it changes an offer', () => {
  const use = (id: string) =>
    rpc<Record<string, unknown>>(db, visitor, 'get_offer_use', { p_document_id: id });

  test('for a camp tier, Studio reads its prices and its upcoming camps', async () => {
    const offer = camps.tierOffer('spark');
    await publish([offer, ten[0] ?? {}], 2);
    await camps.makeCamp(db, { tier: 'spark' });
    expect(await use(offer.id)).toMatchObject({
      on_sale: true,
      coming_camps: 1,
      in_checkout: false,
      renews: false,
      price_jump_percent: 10,
      floor_cents: 24_500,
      places: { taken: 0, open: 20 },
      prices: { listed: offer.price_cents },
    });
  });

  test('for a new product, Studio reads the floor that follows from similar products', async () => {
    const single = (id: string, price_cents: number) =>
      pass(id, 1, { price_cents, confirmed: true, details: { ...pass(id).details, sessions: 1 } });
    await publish([single('pass-old', 9_000)], 2);
    const ask = (more: object) =>
      rpc<Record<string, unknown>>(db, visitor, 'get_offer_use', { p_document_id: 'pass-new', ...more });
    expect(await ask({ p_kind: 'pass', p_sessions: 1 })).toMatchObject({
      on_sale: false,
      prices: {},
      floor_cents: 4_500,
    });
    expect(await ask({ p_kind: 'pass', p_sessions: 6 })).toMatchObject({ floor_cents: 27_000 });
    expect(await ask({ p_kind: 'pass', p_sessions: 1_000_000 })).toMatchObject({ floor_cents: 4_500 });
    expect(await ask({ p_kind: 'birthday_package' })).toMatchObject({ floor_cents: null });
    expect(await ask({})).toMatchObject({ floor_cents: null });
    const both = await publish([single('pass-old', 9_000), single('pass-new', 900)], 3);
    expect(both).toMatchObject({ below_floor: [{ id: 'pass-new', from_cents: 9_000, is_new: true }] });
    const status = (p_document_id: string) =>
      rpc(db, visitor, 'get_publication_status', { p_document_id, p_revision: `${p_document_id}-1` });
    expect(await status('pass-new')).toMatchObject({ has_offer: false });
    expect(await status('pass-old')).toMatchObject({ has_offer: true });
  });

  test('for any other document, Studio reads nothing', async () => {
    expect(await use('faq-1')).toMatchObject({
      on_sale: false,
      prices: {},
      coming_camps: 0,
      in_checkout: false,
    });
  });

  // This test is the last one, because a sold offer cannot be deleted.
  test('for a pass in an open checkout, Studio reads that there is one, but not whose or how many', async () => {
    await shop.publish(db);
    await shop.hold(db, await shop.makeSession(db));
    expect(await use(shop.tryout.id)).toMatchObject({ on_sale: true, in_checkout: true, coming_camps: 0 });
    await db.sql`update public.holds set expires_at = clock_timestamp() - interval '1 second'`;
    expect(await use(shop.tryout.id)).toMatchObject({ in_checkout: false });
  });
});
