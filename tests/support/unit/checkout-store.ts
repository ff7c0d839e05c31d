/** Opens the checkout of a term pass with filled-in details. */
import { expect, vi } from 'vitest';
import { createCheckout } from '#features/checkout/store.ts';
import { privateDetails } from '../../unit/checkout/examples.ts';

export const address = () => ({ path: '/checkout/term', query: new URLSearchParams() });

export async function openCheckout(options: { now?: () => number } = {}) {
  const go = vi.fn();
  const checkout = createCheckout({ go, address, ...options });
  await checkout.open();
  if (checkout.sale.$subject.get())
    await vi.waitFor(() => expect(checkout.texts.$texts.get().state).toBe('ready'));
  checkout.form.fill(privateDetails);
  return { checkout, go };
}
