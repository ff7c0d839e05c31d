/** Publishes camp tiers and makes camps, spots on them and quotes, for the database tests. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Quote } from '#contract/quotes.ts';
import { type Caller, countIn, type TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';
import { visitor } from './sql.ts';

export type Tier = 'spark' | 'ignite' | 'epic';

export interface Rung {
  id: string;
  price_cents: number;
  places: number | null;
  deadline: string | null;
  closed: boolean;
}

export const rung = (id: string, price_cents: number, more: Partial<Rung> = {}): Rung => ({
  id,
  price_cents,
  places: null,
  deadline: null,
  closed: false,
  ...more,
});

const tierDefaults = {
  spark: {
    price_cents: 59000,
    days: 3,
    teams: ['red'],
    rungs: [rung('first', 49000), rung('second', 54900)],
  },
  ignite: {
    price_cents: 89000,
    days: 5,
    teams: ['red', 'black'],
    rungs: [rung('first', 69000), rung('second', 79000)],
  },
  epic: {
    price_cents: 129000,
    days: 5,
    teams: ['black'],
    rungs: [rung('first', 89000), rung('second', 99000)],
  },
};

/** A published tier as in spec 2 §9. All its rungs are open unless others are passed. */
export function tierOffer(tier: Tier, details: Record<string, unknown> = {}, more: object = {}) {
  const { price_cents, ...rest } = tierDefaults[tier];
  return {
    id: `tier-${tier}`,
    kind: 'camp_tier',
    title: `${tier} camp`,
    price_cents,
    currency: 'SGD',
    revision: randomUUID(),
    details: {
      tier,
      level: 'Foundation',
      min_age: 7,
      max_age: 12,
      ...rest,
      sibling_rebate: { cents: 5000, places: null },
      transport: [
        { id: 'door-to-door', title: 'Door to door', price_cents: 6000 },
        { id: 'shuttle', title: 'Shuttle', price_cents: 0 },
      ],
      bases: ['orchard-central', 'east-coast', 'bishan'],
      extended_day: { start: '08:30', end: '17:00' },
      ...details,
    },
    confirmed: true,
    cancellation: 'Free until 14 days before.',
    updated_at: new Date().toISOString(),
    ...more,
  };
}

/** Publishes the passes of the test shop and exactly these other offers. */
export function publish(db: TestDatabase, ...offers: { id: string }[]): Promise<{ changed: number }> {
  return shop.publishOnly(db, [shop.asPublished(shop.tryout), shop.asPublished(shop.term), ...offers]);
}

/** Makes a camp that does not begin during a test. It has a coach, so it is on sale. */
export async function makeCamp(
  db: TestDatabase,
  more: {
    tier?: Tier;
    start?: string;
    days?: number;
    capacity?: number;
    base?: string;
    active?: boolean;
    coach?: boolean;
  } = {},
): Promise<string> {
  const { tier = 'spark', capacity = 20, base = 'orchard-central', active = true, coach = true } = more;
  const days = more.days ?? tierDefaults[tier].days;
  const n = countIn(db, 'camp');
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, capacity, is_active)
    select ${`Camp ${n}`}, ${tier}, string_to_array(${tierDefaults[tier].teams.join()}, ','), l.id, d.start, d.start + ${days - 1}::integer,
      ${capacity}, ${active}
    from public.locations l,
      (select coalesce(${more.start ?? null}::date, '2090-01-02'::date + 7 * ${n}::integer) as start) d
    where l.base = ${base} returning id`;
  if (coach) await assignAnyCoach(db.sql, row.id);
  return row.id;
}

async function assignAnyCoach(sql: postgres.Sql, campId: string): Promise<void> {
  await sql`insert into public.coaches (name) values ('Coach of camps') on conflict (name) do nothing`;
  await sql`
    insert into public.camp_coaches (camp_id, coach_id)
    select ${campId}, id from public.coaches where name = 'Coach of camps'`;
}

interface SpotFields {
  rung?: string | null;
  rebate?: boolean;
  /** Seconds from now until the hold ends. Without it, the child is enrolled. */
  heldSeconds?: number;
  code?: string;
}

/** Takes a camp spot directly in the tables, without the selling functions. Returns the order if it is held. */
export async function takeSpot(db: TestDatabase, campId: string, place: SpotFields = {}): Promise<string> {
  const { rung: rungId = 'listed', rebate = false } = place;
  if (place.heldSeconds === undefined) {
    const child = await makeChild(db);
    await db.sql`
      insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id, sibling_rebate)
      values (${campId}, ${child.childId}, ${child.familyId}, ${rungId}, ${rebate})`;
    return '';
  }
  return db.sql.begin((sql) =>
    holdSpot(sql, campId, { rung: rungId, rebate, seconds: place.heldSeconds ?? 0 }),
  );
}

export async function holdSpot(
  sql: postgres.TransactionSql,
  campId: string,
  {
    rung: rungId,
    rebate = false,
    seconds = 600,
  }: { rung: string | null; rebate?: boolean; seconds?: number },
): Promise<string> {
  const [order] = await sql<[{ id: string }]>`
    insert into public.orders (number, currency, total_cents) values (${randomUUID()}, 'SGD', 100) returning id`;
  await sql`
    with line as (
      insert into public.order_lines (order_id, position, offer_id, camp_id, rung_id, sibling_rebate, title, price_cents, revision, terms_id)
      select ${order.id}, 0, o.id, ${campId}, ${rungId ?? 'listed'}, ${rebate}, o.title, 100, o.revision, o.terms_id
      from public.offers o order by o.id limit 1
      returning id)
    insert into public.holds (order_line_id, order_id, camp_id, expires_at)
    select id, ${order.id}, ${campId}, clock_timestamp() + ${seconds}::numeric * interval '1 second' from line`;
  return order.id;
}

export async function makeChild(
  db: TestDatabase,
  dob = '2018-05-01',
): Promise<{ childId: string; familyId: string }> {
  const [row] = await db.sql<[{ childId: string; familyId: string }]>`
    with family as (
      insert into public.families (contact_name, contact_email) values ('Mei', 'mei@example.test') returning id)
    insert into public.children (family_id, name, dob) select id, 'Kai', ${dob} from family
    returning id as "childId", family_id as "familyId"`;
  return row;
}

export interface CurrentRung {
  rung_id: string;
  price_cents: number;
  places_left: number | null;
}

/** Returns the rung that the next child pays, now or at a given moment. */
export async function readRung(
  db: TestDatabase,
  campId: string,
  at: string | null = null,
): Promise<CurrentRung | null> {
  const [row] = await db.sql<CurrentRung[]>`
    select * from private.camp_rung(${campId}, coalesce(${at}::timestamptz, clock_timestamp()))`;
  return row ?? null;
}

export const quote = (db: TestDatabase, order: unknown, who: Caller = visitor): Promise<Quote> =>
  db.as(who, async (sql) => {
    const [row] = await sql<[{ answer: Quote }]>`
      select public.quote_order(${JSON.stringify(order)}::text::jsonb) as answer`;
    return row.answer;
  });

/** Makes rows in every camp table: a camp that ends today, camps off sale with a child on them, and a camp on sale. */
export async function makeCampRows(
  db: TestDatabase,
  today: string,
  ownChild: { childId: string; familyId: string },
  other: { childId: string; familyId: string },
): Promise<void> {
  // The last day of this camp is today.
  const start = new Date(Date.parse(today) - 2 * 86_400_000).toISOString().slice(0, 10);
  const now = await makeCamp(db, { start });
  const inactive = await makeCamp(db, { active: false });
  const otherFamilysCamp = await makeCamp(db, { active: false });
  const open = await makeCamp(db);
  for (const [camp, child, status] of [
    [now, ownChild, 'enrolled'],
    [now, other, 'cancelled'],
    [inactive, ownChild, 'enrolled'],
    [otherFamilysCamp, other, 'enrolled'],
    [open, other, 'enrolled'],
  ] as const) {
    await db.sql`
      insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id, status)
      values (${camp}, ${child.childId}, ${child.familyId}, 'listed', ${status})`;
  }
  await db.sql`insert into public.promotion_codes (code, percent) values ('OTTER10', 10)`;
  await db.sql`
    insert into public.promotion_uses (order_id, promotion_code_id, discount_cents)
    select o.id, c.id, 100 from public.orders o, public.promotion_codes c where o.status = 'paid'`;
}
