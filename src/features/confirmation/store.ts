import type { OrderView } from '#contract/orders.ts';
import { atom } from 'nanostores';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { sendEvents, track } from '#api/analytics.ts';
import { getOrder } from '#api/orders.ts';
import { forgetOrder, readOrderMemory } from '#browser/order-memory.ts';
import { report } from '#browser/report.ts';
import { forget } from '#browser/text-storage.ts';
import { today } from '#domain/dates.ts';
import { toDollars } from '#domain/money.ts';
import { isUuid } from '#domain/uuid.ts';
import { createPage, openOnce } from '#ui/kit/page.ts';
import { readAsFamily, checkPayment } from './api.ts';
import { type RemainingChoice, removePaidChoice, readRemainingChoice } from './remaining-choice.ts';
import { paidView, unpaidView, type View } from './model.ts';

interface Options {
  /** The query of the address. In it, `order` is our own secret and `session_id` is Stripe's. */
  query: URLSearchParams;
  now?: () => number;
  wait?: (ms: number) => Promise<void>;
}

export function createConfirmation({
  query,
  now = Date.now,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: Options) {
  const $view = atom<View>({ state: 'waiting' });
  const $next = atom<RemainingChoice | null>(null);
  const secret = query.get('order');
  const { open, retry } = openOnce(pollOrder, () => $view.set({ state: 'waiting' }));

  async function pollOrder(): Promise<void> {
    if (secret === null || !isUuid(secret)) {
      $view.set({ state: 'not_found' });
      return;
    }
    const end = now() + timing.PAYMENT_POLL_LIMIT_MS;
    const first = await getOrder(secret);
    if (!first.ok) {
      const unknown = first.code === 'order_not_found' || first.code === 'invalid_input';
      if (!unknown) report(`The order could not be read: ${first.code}`);
      $view.set({ state: unknown ? 'not_found' : 'failed' });
      return;
    }
    let order = first.value;
    let hasRequested = false;
    let activation = false;
    for (;;) {
      const finalView = paidView(order);
      if (finalView) {
        finish(secret, finalView);
        if (finalView.state === 'booked')
          $view.set({ ...finalView, order: await readAsFamily(secret, finalView.order) });
        return;
      }
      if (hasRequested && now() >= end) {
        $view.set(unpaidView(order, activation));
        return;
      }
      if (hasRequested) await wait(timing.PAYMENT_POLL_MS);
      const answer = hasRequested
        ? await getOrder(secret)
        : await checkPayment(secret, query.get('session_id'));
      // The payment may have arrived even if the function did not answer, so the order is read again.
      if (!hasRequested) activation = !answer.ok;
      hasRequested = true;
      if (answer.ok) order = answer.value;
    }
  }

  /** Finishes the paid order. If the cart belongs to another order that was begun since, the cart stays. */
  function finish(paid: string, view: View): void {
    const memory = readOrderMemory();
    if (memory?.secret === paid) {
      const day = today(new Date(now()));
      removePaidChoice(day, memory.subject, memory.parts);
      $next.set(readRemainingChoice(day));
      forgetOrder();
      forget(storageKeys.draft);
      if (view.state === 'booked') trackCompleted(view.order);
    }
    $view.set(view);
  }

  return { $view, $next, open, retry };
}

/**
 * Reports a finished order. The browser forgets the order at the same time, so the event is sent once per order (spec
 * 2 §7).
 */
function trackCompleted({ lines, total_cents, currency }: OrderView): void {
  const credits = lines.reduce((sum, { sessions }) => sum + (sessions ?? 0), 0);
  const [first] = lines;
  track('checkout_completed', {
    step: 'checkout',
    passId: first?.offer_id ?? '',
    amount: toDollars(total_cents),
    amountCents: total_cents,
    currency,
    credits,
  });
  sendEvents();
}

export const pageConfirmation = createPage(() =>
  createConfirmation({
    query: new URLSearchParams(typeof location === 'undefined' ? '' : location.search),
  }),
);
