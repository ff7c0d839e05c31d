import type postgres from 'postgres';

export type Sql = postgres.Sql<{ bigint: number; numeric: number }>;

/** Puts a pass on sale, and a camp tier with two early-bird rungs with few spots. */
export async function publishShop(sql: Sql): Promise<void> {
  const published = { currency: 'SGD', revision: 'bench', updated_at: '2026-01-01T00:00:00.000Z' };
  const pass = {
    id: 'pass-term',
    kind: 'pass',
    title: 'Term pass',
    price_cents: 69700,
    details: { pass_id: 'term', sessions: 18, validity_days: 130, checkout_type: 'pass' },
    cancellation: 'Free until 24 hours before.',
    ...published,
  };
  const rung = (id: string, price_cents: number, places: number) => ({
    id,
    price_cents,
    places,
    deadline: '2089-01-01T00:00:00+08:00',
    closed: false,
  });
  const tier = {
    id: 'tier-spark',
    kind: 'camp_tier',
    title: 'Spark camp',
    price_cents: 59000,
    details: {
      tier: 'spark',
      days: 3,
      level: 'Foundation',
      teams: ['red'],
      min_age: 7,
      max_age: 12,
      rungs: [rung('first', 49000, 100), rung('second', 54900, 200)],
      sibling_rebate: { cents: 5000, places: 20 },
      transport: [{ id: 'shuttle', title: 'Shuttle', price_cents: 6000 }],
      bases: ['orchard-central'],
      extended_day: { start: '08:30', end: '17:00' },
      refund_rules: [{ hours_before: 336, percent: 100 }],
    },
    cancellation: 'Free until 14 days before.',
    ...published,
  };
  const brand = { name: 'Otter Trails', product: 'Otter', slug: 'otter', orderPrefix: 'OT' };
  // This connection has the service's claims, so it may do what the content webhook does.
  await sql`select public.publish_offers(
    ${JSON.stringify([pass, tier])}::text::jsonb, ${JSON.stringify(brand)}::text::jsonb, clock_timestamp())`;
}

let campCount = 0;

export async function makeCamp(sql: Sql, capacity = 500): Promise<string> {
  const [camp] = await sql<[{ id: string }]>`
    insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, capacity)
    select ${`Camp ${campCount}`}, 'spark', '{red}', l.id, d.start, d.start + 2, ${capacity}
    from public.locations l, (select private.calendar_today() + 60 + ${campCount++}::integer as start) d
    where l.base = 'orchard-central' returning id`;
  await sql`
    insert into public.camp_coaches (camp_id, coach_id) select ${camp.id}, id from public.coaches order by id limit 1`;
  return camp.id;
}

export async function makeSession(sql: Sql): Promise<string> {
  const n = campCount++;
  const [session] = await sql<[{ id: string }]>`
    insert into public.sessions (
      class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select t.id, l.id, c.id, private.calendar_today() + 30 + ${n % 90}::integer,
      time '08:00' + make_interval(mins => ${Math.floor(n / 90)}::integer), 60, 100
    from (select id from public.class_types order by id limit 1) t, public.coaches c, public.locations l
    where l.name = 'Somerset' returning id`;
  return session.id;
}

export function request(place: { camp_id: string } | { session_id: string }): string {
  const [offer_id, expected_price_cents] = 'camp_id' in place ? ['tier-spark', 49000] : ['pass-term', 69700];
  return JSON.stringify({
    children: [{ dob: '2018-05-01' }],
    lines: [{ offer_id, ...place, child: 0, transport: null, expected_price_cents }],
    code: null,
    previous_secret: null,
  });
}

let callers = 0;

export function newCaller(): string {
  const n = callers++;
  return JSON.stringify({ 'cf-connecting-ip': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` });
}
