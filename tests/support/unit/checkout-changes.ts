/** Opens the checkout of a camp, and reads the holds that it requested when the parent changed something. */
import { expect, vi } from 'vitest';
import { createCheckout } from '#features/checkout/store.ts';
import { fakeBrowser } from './browser.ts';

export const address = () => ({ path: '/checkout', query: new URLSearchParams('type=camp') });

export interface HoldRequest {
  lines: { transport?: string; expected_price_cents: number | null }[];
  previous_secret: string | null;
  code?: string;
  split?: boolean;
}
export const holdRequests = (browser: ReturnType<typeof fakeBrowser>) =>
  browser.api.named('hold_order').map((call) => call.body['p_order'] as HoldRequest);
export const lastHoldRequest = (browser: ReturnType<typeof fakeBrowser>) => holdRequests(browser).at(-1);

export async function openCheckout() {
  const go = vi.fn();
  const checkout = createCheckout({ go, address });
  await checkout.open();
  await vi.waitFor(() => expect(checkout.texts.$texts.get().state).toBe('ready'));
  await vi.waitFor(() => expect(checkout.sale.$offer.get()).not.toBeNull());
  return { ...checkout, go };
}
