import type { Cluster } from './cluster.ts';
import { type Figure, median } from './figures.ts';
import { makeAdmin } from './lists.ts';
import { CLIENTS, perSecond } from './load.ts';
import { toPayment } from './confirmations.ts';
import { makeCamp, request, type Sql } from './sample-shop.ts';

const BOOKINGS = 500;
const ROUNDS = 3;

/** Sells a camp to 500 guests, who have all paid. */
async function makeSoldCamp(owner: Sql, visitors: Sql, service: Sql): Promise<string> {
  const camp = await makeCamp(owner, BOOKINGS);
  const order = request({ camp_id: camp });
  await perSecond(
    Array.from({ length: BOOKINGS }, () => order),
    async (text) => {
      const payment = await toPayment(visitors, service, text);
      await service`select public.confirm_order(${payment}::text::jsonb)`;
    },
  );
  return camp;
}

/** Times what an admin waits for: the preview of a cancellation, and the cancellation with refunds or with a choice. */
export async function benchCancellation(cluster: Cluster, database: string): Promise<Figure[]> {
  const owner = cluster.connect(database);
  const visitors = cluster.connect(database, { max: CLIENTS, role: 'anon' });
  const service = cluster.connect(database, { max: CLIENTS, role: 'service_role' });
  const admin = cluster.connect(database, { role: 'authenticated' });
  try {
    const id = await makeAdmin(owner);
    const claims = JSON.stringify({
      sub: id,
      role: 'authenticated',
      aal: 'aal2',
      iat: Math.floor(Date.now() / 1000),
    });
    const call = async (text: string, ...values: (string | boolean)[]) => {
      const began = performance.now();
      const [row] = await admin.unsafe<{ answer: Record<string, unknown> }[]>(
        `with caller as materialized (select set_config('request.jwt.claims', $1, true))
         select ${text} as answer from caller`,
        [claims, ...values],
      );
      return { answer: row?.answer ?? {}, seconds: (performance.now() - began) / 1000 };
    };
    const times = { preview: [] as number[], refund: [] as number[], choice: [] as number[] };
    for (let round = 0; round < ROUNDS; round++)
      for (const way of ['refund', 'choice'] as const) {
        const camp = await makeSoldCamp(owner, visitors, service);
        // In production, Postgres collects statistics by itself, and plans depend on them.
        await owner`analyze`;
        const preview = await call('public.preview_cancel_by_staff(array[$2::text::uuid])', camp);
        const done = await call(
          'public.cancel_by_staff(array[$2::text::uuid], $3, $4::text::boolean, $5::text::jsonb)',
          camp,
          'Heavy rain',
          String(way === 'refund'),
          JSON.stringify(preview.answer[way]),
        );
        if (done.answer['bookings'] !== BOOKINGS) throw new Error(`cancelled ${JSON.stringify(done.answer)}`);
        times.preview.push(preview.seconds);
        times[way].push(done.seconds);
      }
    const name = `cancelling a camp of ${BOOKINGS}`;
    return [
      { name: `${name}: preview`, value: median(times.preview), unit: 's', most: 2 },
      { name: `${name}: with refunds`, value: median(times.refund), unit: 's', most: 2 },
      { name: `${name}: families choose`, value: median(times.choice), unit: 's', most: 2 },
    ];
  } finally {
    await Promise.all([owner, visitors, service, admin].map((sql) => sql.end({ timeout: 1 })));
  }
}
