/** Finds camps of the demo, and reads what the camp pages hand over to the checkout. */
import { expect, type Page } from '@playwright/test';
import { env } from './env.ts';

export interface OpenCamp {
  id: string;
  name: string;
  tier: 'spark' | 'ignite' | 'epic';
  start_date: string;
  location: string;
  base: string;
  team_type: string;
  price: number;
  price_cents: number;
  capacity: number;
  current_enrollments: number;
}

export const packageNames = { spark: 'Spark Camp', ignite: 'Ignite Camp', epic: 'EPIC Camp' } as const;

export async function camps(): Promise<OpenCamp[]> {
  const address = `${env('SUPABASE_URL')}/rest/v1/camps?select=*&is_active=eq.true&order=start_date.asc,id.asc`;
  const answer = await fetch(address, { headers: { apikey: env('SUPABASE_ANON_KEY') } });
  const rows = (await answer.json()) as (OpenCamp & { cancelled_at: string | null })[];
  return rows.filter(({ cancelled_at }) => cancelled_at === null);
}

const hasRoom = (camp: OpenCamp) => camp.current_enrollments < camp.capacity;

/**
 * Returns a camp with free spots that is the only camp of its package in its week, so that no base has to be chosen.
 */
export async function campWithRoom(tier: OpenCamp['tier']): Promise<OpenCamp> {
  const all = await camps();
  const found = all.find(
    (camp) =>
      camp.tier === tier &&
      hasRoom(camp) &&
      all.filter((other) => other.tier === tier && other.start_date === camp.start_date).length === 1,
  );
  if (!found) throw new Error(`No ${tier} camp has room`);
  return found;
}

export async function fullCamp(): Promise<OpenCamp> {
  const found = (await camps()).find((camp) => !hasRoom(camp));
  if (!found) throw new Error('The demo has a full camp');
  return found;
}

/** Opens the checkout without a hold. */
export async function openCheckoutWithoutHold(page: Page): Promise<void> {
  await page.route('**/checkout?type=camp', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The checkout</title>' }),
  );
}

export async function draftsAtCheckout(page: Page): Promise<unknown[]> {
  await expect(page).toHaveURL(`${env('SITE_URL')}/checkout?type=camp`);
  const texts = await page.evaluate(() =>
    ['selected_camp_data', 'otter-booking-data'].map((key) => localStorage.getItem(key) ?? 'null'),
  );
  return texts.map((text) => JSON.parse(text) as unknown);
}

/** Changes the data of one camp that the page reads right before it leaves. */
export async function changeBeforeLeaving(page: Page, change: Partial<OpenCamp>): Promise<void> {
  await page.route('**/rest/v1/camps?*', async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as OpenCamp[];
    await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, ...change })) });
  });
}
