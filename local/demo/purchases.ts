import type postgres from 'postgres';
import { childId } from './families.ts';
import { demoId } from './ids.ts';

const FAMILY = demoId('family Mei Tan');

const offers = [
  { id: 'pass-tryout', title: 'Try-Out', cents: 3_800, sessions: 1, days: 14, type: 'try-out' },
  { id: 'pass-term', title: 'Term', cents: 69_700, sessions: 18, days: 130, type: 'term-pass' },
] as const;

interface Purchase {
  number: string;
  child: string;
  offer: (typeof offers)[number]['id'];
  daysAgo: number;
  until: number;
  makeUps: number;
  /** Credits that were used before the demo's first booking. */
  spent: number;
}

const purchases: Purchase[] = [
  {
    number: 'OT-D3M2',
    child: 'Kai Tan',
    offer: 'pass-term',
    daysAgo: 420,
    until: -290,
    makeUps: 2,
    spent: 18,
  },
  {
    number: 'OT-D3M3',
    child: 'Lina Tan',
    offer: 'pass-tryout',
    daysAgo: 140,
    until: -126,
    makeUps: 0,
    spent: 1,
  },
  { number: 'OT-D3M4', child: 'Lina Tan', offer: 'pass-term', daysAgo: 124, until: 6, makeUps: 2, spent: 8 },
  { number: 'OT-D3M5', child: 'Kai Tan', offer: 'pass-term', daysAgo: 70, until: 60, makeUps: 2, spent: 2 },
];

/** Existing rows do not change. */
export async function seedPurchases(sql: postgres.Sql, parentId: string): Promise<void> {
  for (const offer of offers) {
    const details = {
      pass_id: offer.id.replace('pass-', ''),
      sessions: offer.sessions,
      validity_days: offer.days,
      checkout_type: offer.type,
    };
    await sql`
      insert into public.offers (id, kind, title, price_cents, currency, revision, details, active, updated_at)
      values (${offer.id}, 'pass', ${offer.title}, ${offer.cents}, 'SGD', 'demo', ${sql.json(details)}, false, 'epoch')
      on conflict do nothing`;
  }
  for (const purchase of purchases) await buy(sql, parentId, purchase);
  await spendCreditsInPast(sql);
  await bookAhead(sql, 'Kai Tan', { classType: 4, time: '10:30', saturday: 0 });
  await bookAhead(sql, 'Lina Tan', { classType: 2, time: '10:30', saturday: 0 });
  await bookAhead(sql, 'Kai Tan', { classType: 4, time: '10:30', saturday: 21 });
  await addCancelledClass(sql);
  await setLevel(sql);
}

async function buy(sql: postgres.Sql, parentId: string, purchase: Purchase): Promise<void> {
  const { number, child, offer, daysAgo, until, makeUps, spent } = purchase;
  const [orderId, lineId] = [demoId(`order ${number}`), demoId(`line ${number}`)];
  const passId = demoId(`pass ${number}`);
  const [at] = await sql<[{ moment: string; from: string; until: string }]>`
    select (private.calendar_now() - make_interval(days => ${daysAgo}))::text as moment,
      (private.calendar_today() - ${daysAgo}::integer)::text as from, (private.calendar_today() + ${until}::integer)::text as until`;
  const inserted = await sql`
    insert into public.orders (id, number, currency, total_cents, channel, parent_name, parent_email, family_id, user_id,
      opened_at, created_at)
    select ${orderId}, ${number}, 'SGD', price_cents, 'desk', 'Mei Tan', 'parent@otter.test', ${FAMILY}, ${parentId},
      ${at.moment}, ${at.moment}
    from public.offers where id = ${offer}
    on conflict do nothing returning id`;
  if (inserted.length === 0) return;
  await sql`
    insert into public.order_children (order_id, position, child_id, name, dob)
    select ${orderId}, 0, id, name, dob from public.children where id = ${childId(child)}`;
  await sql`
    insert into public.order_lines (id, order_id, position, status, child_position, offer_id, title, price_cents, sessions,
      validity_days, terms_id, once_per_child, revision)
    select ${lineId}, ${orderId}, 0, 'placed', 0, id, title, price_cents, (details ->> 'sessions')::integer,
      (details ->> 'validity_days')::integer,
      private.save_sale_terms(id, details || jsonb_build_object('make_ups', ${makeUps}::integer), cancellation), false, revision
    from public.offers where id = ${offer}`;
  await sql`update public.orders set status = 'paid', paid_at = ${at.moment} where id = ${orderId}`;
  await sql`
    insert into public.payments (id, payment_intent, provider, method, order_id, amount_cents, currency, result, created_at)
    select ${demoId(`payment ${number}`)}, ${`desk:${orderId}`}, 'desk', 'paynow', id, total_cents, currency, 'confirmed', paid_at
    from public.orders where id = ${orderId}`;
  await sql`
    insert into public.passes (id, family_id, child_id, order_line_id, offer_id, title, sessions_total, terms_id,
      valid_from, valid_until, created_at)
    select ${passId}, ${FAMILY}, ${childId(child)}, id, offer_id, title, sessions, terms_id, ${at.from}, ${at.until}, ${at.moment}
    from public.order_lines where id = ${lineId}`;
  await sql`
    insert into public.credit_ledger (id, pass_id, delta, reason, created_at)
    select ${demoId(`granted ${number}`)}, id, sessions_total, 'granted', created_at from public.passes where id = ${passId}`;
  await sql`
    insert into public.credit_ledger (id, pass_id, delta, reason, note, created_at)
    values (${demoId(`spent ${number}`)}, ${passId}, ${-spent}, 'adjusted', 'Sessions attended before we moved to this system', ${at.moment})`;
}

/** Each past booking of the family uses a credit of the pass that was valid then. */
async function spendCreditsInPast(sql: postgres.Sql): Promise<void> {
  const bookings = await sql<{ id: string; pass_id: string }[]>`
    select b.id, p.id as pass_id
    from public.bookings b
    join public.passes p on p.child_id = b.child_id and b.session_date between p.valid_from and p.valid_until
    where b.family_id = ${FAMILY} and b.session_date < private.calendar_today() and b.status = 'booked'
      and private.credits_left(p.id) > 4
      and not exists (select from public.credit_ledger l where l.booking_id = b.id)
    order by b.session_date, b.id`;
  for (const { id, pass_id } of bookings)
    await sql`
      insert into public.credit_ledger (id, pass_id, delta, reason, booking_id)
      values (${demoId(`credit ${id}`)}, ${pass_id}, -1, 'booked', ${id})`;
}

/** Books a class, `saturday` days after the coming Saturday, unless the child ever had a booking of it. */
async function bookAhead(
  sql: postgres.Sql,
  child: string,
  { classType, time, saturday }: { classType: number; time: string; saturday: number },
): Promise<void> {
  const [session] = await sql<{ id: string; day: string; pass_id: string | null }[]>`
    select s.id, s.session_date::text as day, p.id as pass_id
    from private.weekend() w
    join public.sessions s on s.session_date = w.saturday + ${saturday}::integer and s.session_time = ${time}::time
      and s.class_type_id = ${`30000000-0000-4000-8000-00000000000${classType}`} and s.status = 'scheduled'
    left join public.passes p on p.child_id = ${childId(child)}
      and s.session_date between p.valid_from and p.valid_until and private.credits_left(p.id) > 0
    where s.starts_at > private.calendar_now()
      and not exists (select from public.bookings b where b.session_id = s.id and b.child_id = ${childId(child)})
      and private.seats_taken(s.id, clock_timestamp()) < s.max_capacity
    order by p.valid_until limit 1`;
  if (!session) return;
  const bookingId = demoId(`ahead ${session.day} ${time} ${classType} ${child}`);
  await sql`
    insert into public.bookings (id, session_id, session_date, session_time, child_id, family_id)
    select ${bookingId}, id, session_date, session_time, ${childId(child)}, ${FAMILY} from public.sessions where id = ${session.id}`;
  if (!session.pass_id) return;
  await sql`
    insert into public.credit_ledger (id, pass_id, delta, reason, booking_id)
    values (${demoId(`credit ${bookingId}`)}, ${session.pass_id}, -1, 'booked', ${bookingId})`;
}

/** Adds a cancelled class of this weekend that Kai had booked, at an hour when the weekly plan has none. */
async function addCancelledClass(sql: postgres.Sql): Promise<void> {
  const [day] = await sql<[{ sunday: string }]>`select sunday::text from private.weekend()`;
  const sessionId = demoId(`called off ${day.sunday}`);
  const inserted = await sql`
    insert into public.sessions (id, class_type_id, location_id, coach_id, session_date, session_time, duration_minutes,
      max_capacity, status, cancelled_by_us_at, cancelled_by_us_reason)
    select ${sessionId}, '30000000-0000-4000-8000-000000000003', l.id, c.id, ${day.sunday}, '12:00', 60, 6, 'cancelled',
      clock_timestamp(), 'The park is closed for a race that morning'
    from public.locations l, public.coaches c
    where l.name = 'Somerset' and c.id = '20000000-0000-4000-8000-000000000001'
    on conflict do nothing returning id`;
  if (inserted.length === 0) return;
  await sql`
    insert into public.bookings (id, session_id, session_date, session_time, child_id, family_id, status, updated_at)
    select ${demoId(`called off booking ${day.sunday}`)}, id, session_date, session_time, ${childId('Kai Tan')}, ${FAMILY},
      'cancelled', clock_timestamp()
    from public.sessions where id = ${sessionId}`;
}

async function setLevel(sql: postgres.Sql): Promise<void> {
  const inserted = await sql`
    insert into public.level_changes (id, child_id, level_before, level, note, changed_by, created_at)
    select ${demoId('level Kai Tan')}, ${childId('Kai Tan')}, 1, 2,
      'Drops in from knee height. Three in a row next, one is done.', user_id, private.calendar_now() - interval '6 days'
    from public.coaches where id = '20000000-0000-4000-8000-000000000001'
    on conflict do nothing returning id`;
  if (inserted.length === 0) return;
  await sql`
    update public.children set current_level = 2, quiz_completed_at = private.calendar_now() - interval '90 days'
    where id = ${childId('Kai Tan')}`;
}
