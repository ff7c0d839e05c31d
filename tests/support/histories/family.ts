/** Random actions with families and their data, for the random histories (docs/testing.md). */
import type { World } from './world.ts';
import { oneOf } from './random.ts';
import type { Step } from './selling.ts';

async function readFamilyIds({ db, checkouts }: World): Promise<string[]> {
  const orders = checkouts.flatMap(({ orderId }) => orderId ?? []);
  const rows = await db.sql<{ id: string }[]>`
    select distinct family_id as id from public.orders where id = any (${orders}) and family_id is not null order by 1`;
  return rows.map(({ id }) => id);
}

/** The parent links guest purchases with the account's address, in two tabs. */
export const linkPurchases: Step = async ({ home }) => {
  const [first, second] = await Promise.allSettled([
    home.call('link_purchases', {}),
    home.call('link_purchases', {}),
  ]);
  for (const outcome of [first, second]) if (outcome.status === 'rejected') throw outcome.reason;
};

export const answerProposal: Step = async ({ db, home, pick }) => {
  const proposals = await db.sql<{ id: string }[]>`
    select p.id from public.family_proposals p join public.children c on c.family_id = p.family_id
    where c.id = ${home.childId} order by p.created_at, p.id`;
  if (proposals.length === 0) return;
  const { id } = oneOf(pick, proposals);
  const functionName = oneOf(pick, ['accept_proposal', 'decline_proposal']);
  const [first, second] = await Promise.allSettled([
    home.call(functionName, { p_id: id }),
    home.call(functionName, { p_id: id }),
  ]);
  if (first.status === 'rejected' && second.status === 'rejected') throw first.reason;
};

/** Staff merge two guest families, or a guest's family into the family with the account. */
export const mergeFamilies: Step = async (world) => {
  const all = await readFamilyIds(world);
  if (all.length < 2) return;
  const args = { p_from: oneOf(world.pick, all), p_into: oneOf(world.pick, all) };
  const { fingerprint } = await world.callAsStaff<{ fingerprint: string }>('preview_merge', args);
  await world.callAsStaff('merge_families', { ...args, p_expected: fingerprint });
};

/** Staff erase a family. In half of the cases they accept that it loses money or sessions that we still owe it. */
export const eraseFamily: Step = async (world) => {
  const all = await readFamilyIds(world);
  if (all.length === 0) return;
  await world.callAsStaff('erase_family', {
    p_family_id: oneOf(world.pick, all),
    p_accept_loss: world.pick(2) === 0,
  });
};

async function purgeExpiredData({ call }: World): Promise<void> {
  for (const p_class of await call<string[]>('list_purges', {})) await call('purge_piece', { p_class });
}

export const readAndPurge: Step = async (world) => {
  const all = await readFamilyIds(world);
  const [day] = await world.db.sql<{ date: string }[]>`
    select session_date::text as date from public.sessions where id = ${oneOf(world.pick, world.sessions)}`;
  await Promise.all([
    world.callAsStaff('get_roster', { p_date: day?.date }),
    purgeExpiredData(world),
    ...(all.length > 0 ? [world.call('export_family', { p_family_id: oneOf(world.pick, all) })] : []),
  ]);
};
