import * as v from 'valibot';
import { CampPrice } from '#contract/camps.ts';
import { callRpc } from '../../lib/rpc.ts';
import { updated, type CampDate } from './model.ts';

/** The camps with the prices and places of now; as they were where that cannot be had. */
export async function refreshed(camps: CampDate[]): Promise<CampDate[]> {
  const answer = await callRpc('get_camp_prices', {}, v.array(CampPrice));
  return answer.ok ? updated(camps, answer.value) : camps;
}
