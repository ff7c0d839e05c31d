import * as v from 'valibot';
import { Camp, CampPrice } from '#contract/camps.ts';
import type { Query } from '#contract/database.ts';
import type { Answer } from './errors.ts';
import { callRpc, readRows } from './rpc.ts';
import { withLivePrices, type CampDate } from '#domain/camp.ts';

/** Returns the camps with current prices and free spots, or null if these cannot be read. */
export async function fetchPrices(camps: CampDate[]): Promise<CampDate[] | null> {
  const answer = await callRpc('get_camp_prices', {}, v.array(CampPrice));
  return answer.ok ? withLivePrices(camps, answer.value) : null;
}

/** Returns the camps with current prices and free spots, or the same camps if these cannot be read. */
export const refreshPrices = async (camps: CampDate[]): Promise<CampDate[]> =>
  (await fetchPrices(camps)) ?? camps;

/** Returns one camp as the database has it now, or null if it is not on sale. */
export async function campNow(id: string): Promise<Answer<Camp | null>> {
  const query: Query = `camps?select=*&is_active=eq.true&id=eq.${encodeURIComponent(id)}`;
  const answer = await readRows(query, v.array(Camp));
  if (!answer.ok) return answer;
  const [camp] = answer.value;
  return { ok: true, value: camp?.cancelled_at === null ? camp : null };
}
