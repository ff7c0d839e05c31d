import type { Cluster } from './cluster.ts';
import { type Figure, median } from './figures.ts';
import { CLIENTS, holdOrder, perSecond } from './load.ts';
import { makeCamp, newCaller, request, type Sql } from './sample-shop.ts';

const BARE = 'bare lock, count and three inserts';

const PLACES = 500;
/** The share of a camp that strangers may hold by default. */
const STRANGERS_PERCENT = 75;
const WARM = 3;
const ROUNDS = 9;

/** The minimum that a hold must do, for comparison: lock the camp, count, and insert three rows. */
const MINIMAL_HOLD = `
  create schema bench;
  create function bench.hold(p_camp_id uuid) returns void language plpgsql set search_path = '' as $$
  declare
    v_order_id constant uuid := gen_random_uuid();
    v_line_id constant uuid := gen_random_uuid();
  begin
    -- hold_order does this too, so neither waits for the disk.
    perform set_config('synchronous_commit', 'off', true);
    perform from public.camp_weeks where id = p_camp_id for update;
    if (select count(*) from public.camp_enrollments where camp_id = p_camp_id and status = 'enrolled')
      + (select count(*) from public.holds where camp_id = p_camp_id and expires_at > clock_timestamp()) >= ${PLACES}
    then
      raise exception 'full';
    end if;
    insert into public.orders (id, number, currency, total_cents) values (v_order_id, v_order_id::text, 'SGD', 49000);
    insert into public.order_lines (id, order_id, position, offer_id, camp_id, rung_id, title, price_cents, revision,
      terms_id)
    select v_line_id, v_order_id, 0, id, p_camp_id, 'first', 'Spark camp', 49000, 'bench', terms_id
    from public.offers where id = 'tier-spark';
    insert into public.holds (order_line_id, order_id, camp_id, expires_at)
    values (v_line_id, v_order_id, p_camp_id, clock_timestamp() + interval '30 minutes');
  end;
  $$`;

/** Sells out a camp with the minimum that a hold must do, and returns its rate. */
export const bareHolds = async (owner: Sql): Promise<number> => {
  const camp = await makeCamp(owner);
  return perSecond(
    Array.from({ length: PLACES }, (_, place) => place),
    () => owner`select bench.hold(${camp})`,
  );
};

/**
 * Times strangers who are refused, because strangers already hold three quarters of a camp, as in a rush. Each of them
 * still waits for the camp's lock, and the strangers among the holds are counted under it.
 */
async function refusedStrangers(owner: Sql, visitors: Sql): Promise<number> {
  const before = await owner<[{ percent: number }]>`
    select stranger_holds_percent as percent from public.settings`;
  await owner`update public.settings set stranger_holds_percent = ${STRANGERS_PERCENT}`;
  const order = request({ camp_id: await makeCamp(owner) });
  const most = (PLACES * STRANGERS_PERCENT) / 100;
  await perSecond(Array.from({ length: most }), () => holdOrder(visitors, order, newCaller()));
  let refused = 0;
  const rate = await perSecond(Array.from({ length: PLACES }), () =>
    holdOrder(visitors, order, newCaller()).catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'place_busy') throw error;
      refused++;
    }),
  );
  if (refused !== PLACES) throw new Error(`${PLACES - refused} strangers were not refused`);
  await owner`update public.settings set stranger_holds_percent = ${before[0].percent}`;
  return rate;
}

/** Sells out camps of 500 spots to 500 callers on 16 connections, in turn with the comparison. */
export async function benchHolds(cluster: Cluster, database: string): Promise<Figure[]> {
  const owner = cluster.connect(database, { max: CLIENTS });
  const visitors = cluster.connect(database, { max: CLIENTS, role: 'anon' });
  try {
    await owner.unsafe(MINIMAL_HOLD).simple();
    const minimalRates: number[] = [];
    const holdRates: number[] = [];
    for (let round = 0; round < WARM + ROUNDS; round++) {
      const places = Array.from({ length: PLACES }, (_, place) => place);
      const controlled = await bareHolds(owner);
      const order = request({ camp_id: await makeCamp(owner) });
      const rate = await perSecond(places, () => holdOrder(visitors, order, newCaller()));
      if (round < WARM) continue;
      minimalRates.push(controlled);
      holdRates.push(rate);
    }
    const span = (values: number[]) =>
      `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))} in ${values.length} runs`;
    const share = holdRates.map((value, run) => value / (minimalRates[run] ?? value));
    return [
      {
        name: 'holds on one hot camp',
        value: median(holdRates),
        unit: '/s',
        least: 500,
        note: span(holdRates),
      },
      {
        name: BARE,
        value: median(minimalRates),
        unit: '/s',
        note: span(minimalRates),
      },
      { name: 'holds as a part of the bare control', value: median(share), unit: '×', least: 0.85 },
      { name: 'strangers refused on a hot camp', value: await refusedStrangers(owner, visitors), unit: '/s' },
    ];
  } finally {
    await Promise.all([owner.end({ timeout: 1 }), visitors.end({ timeout: 1 })]);
  }
}
