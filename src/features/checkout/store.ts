import type { ErrorCode } from '#contract/errors.ts';
import type { OrderView } from '#contract/orders.ts';
import { atom, computed } from 'nanostores';
import { paths } from '../../config/paths.ts';
import { type Cart, readCart } from '../../lib/cart.ts';
import type { Answer, Failure } from '../../lib/errors.ts';
import { readOrderMemory, saveOrderMemory } from '../../lib/order-memory.ts';
import { report } from '../../lib/report.ts';
import { createPayment, getOrder, holdOrder, releaseOrder, renewHold } from './api.ts';
import { createForm } from './form.ts';
import { createHoldClock } from './hold.ts';
import { causeOf } from './model.ts';

export type View =
  | { state: 'opening' }
  | { state: 'empty' }
  /** No seat for this cart: told before paying, with the way back. */
  | { state: 'refused'; code: ErrorCode }
  | { state: 'open'; order: OrderView }
  /** The hold ended. What was typed is kept, another hold is offered. */
  | { state: 'lapsed'; order: OrderView };

interface Options {
  go?: (url: string) => void;
  now?: () => number;
  /** Path of this page, to which Stripe's "back" leads. */
  here?: () => string;
}

const isPaid = (order: OrderView) => order.status === 'paid' || order.status === 'paid_late';
const isLive = (order: OrderView) => order.status === 'held' || order.status === 'awaiting_payment';

/** These say that the place or the offer is gone: there is nothing to try again. */
const finalCodes: readonly ErrorCode[] = [
  'session_full',
  'session_started',
  'session_not_found',
  'camp_full',
  'camp_started',
  'camp_not_found',
  'transport_not_available',
  'offer_not_available',
];

/** The conversation of one checkout, from the cart to Stripe's page. */
export function createCheckout({
  go = (url) => location.assign(url),
  now = Date.now,
  here = () => location.pathname,
}: Options = {}) {
  const $view = atom<View>({ state: 'opening' });
  const $cart = atom<Cart | null>(null);
  /** What the parent saw and agreed to, in cents. Differs from the order's total: we ask. */
  const $agreed = atom(0);
  const $phase = atom<'idle' | 'paying' | 'leaving'>('idle');
  const $problem = atom<ErrorCode | null>(null);
  /** False once the server gives no more time. */
  const $renewable = atom(true);
  const form = createForm(now);
  const clock = createHoldClock({ now, onEnd: () => void lapse(), onWarn: renewWhileInUse });
  const $order = computed($view, (view) => ('order' in view ? view.order : null));
  const $asksPrice = computed([$view, $agreed], (view, agreed) =>
    view.state === 'open' && view.order.total_cents !== agreed ? view.order.total_cents : null,
  );

  let opening: Promise<void> | undefined;
  let renewing = false;

  /** Once for a page, however often it is mounted. */
  function open(): Promise<void> {
    opening ??= begin();
    return opening;
  }

  async function begin(): Promise<void> {
    const cart = readCart();
    $cart.set(cart);
    if (!cart) {
      $view.set({ state: 'empty' });
      return;
    }
    form.restore();
    const memory = readOrderMemory();
    const same = memory?.sessionId === cart.sessionId && memory.offerId === cart.selectedPass.offerId;
    if (!memory) return hold(cart, null);
    if (!same) {
      // Its payment page may still be open elsewhere: nobody shall pay for what is given up here.
      if (memory.payUrl !== null) await releaseOrder(memory.secret);
      return hold(cart, memory.secret);
    }
    const answer = await getOrder(memory.secret);
    if (!answer.ok && answer.code !== 'order_not_found') {
      refuse(answer);
      return;
    }
    if (answer.ok && (isLive(answer.value) || isPaid(answer.value))) {
      $agreed.set(memory.agreedCents);
      settle(answer.value, memory.payUrl);
      return;
    }
    return hold(cart, memory.secret);
  }

  async function hold(cart: Cart, previous: string | null): Promise<void> {
    const line = {
      offer_id: cart.selectedPass.offerId,
      session_id: cart.sessionId,
      seen_price_cents: cart.price,
    };
    const answer = await holdOrder({ lines: [line], previous_secret: previous });
    if (!answer.ok) {
      refuse(answer);
      return;
    }
    $agreed.set(cart.price);
    $renewable.set(true);
    settle(answer.value);
  }

  /** Takes in what the server says of the order. */
  function settle(order: OrderView, payUrl: string | null = null): void {
    if (isPaid(order)) {
      leave(`${paths.paymentSuccess}?order=${order.secret}`);
      return;
    }
    if (!isLive(order)) {
      clock.stop();
      $view.set({ state: 'lapsed', order });
      return;
    }
    clock.set(order);
    $view.set({ state: 'open', order });
    remember(order, payUrl);
  }

  function remember(order: OrderView, payUrl: string | null): void {
    const cart = $cart.get();
    if (!cart) return;
    saveOrderMemory({
      secret: order.secret,
      sessionId: cart.sessionId,
      offerId: cart.selectedPass.offerId,
      agreedCents: $agreed.get(),
      heldUntil: order.hold_expires_at,
      payUrl,
    });
  }

  function refuse({ code }: Failure): void {
    if (code === 'unexpected') report('Checkout: the order could not be opened');
    clock.stop();
    $view.set({ state: 'refused', code });
  }

  /** Opens again after a failure that may pass. */
  async function retry(): Promise<void> {
    $view.set({ state: 'opening' });
    opening = begin();
    await opening;
  }

  /** Another hold for the same cart, after the first one ended. */
  async function holdAgain(): Promise<void> {
    const cart = $cart.get();
    const previous = $order.get()?.secret ?? null;
    if (!cart) return;
    $view.set({ state: 'opening' });
    $problem.set(null);
    await hold(cart, previous);
  }

  async function lapse(): Promise<void> {
    const order = $order.get();
    if (!order || $phase.get() !== 'idle') return;
    const answer = await getOrder(order.secret);
    if (answer.ok && isPaid(answer.value)) {
      settle(answer.value);
      return;
    }
    const alive =
      answer.ok && isLive(answer.value) && (answer.value.hold_expires_at ?? '') > answer.value.server_time;
    if (alive) {
      settle(answer.value, readOrderMemory()?.payUrl ?? null);
      return;
    }
    clock.stop();
    $view.set({ state: 'lapsed', order });
  }

  function renewWhileInUse(): void {
    if ($renewable.get() && form.inUse()) void renew();
  }

  /** Asks for more time; the server says how much, and whether at all. */
  async function renew(): Promise<void> {
    const order = $order.get();
    if (!order || renewing) return;
    renewing = true;
    const answer = await renewHold(order.secret);
    renewing = false;
    if ($view.get().state !== 'open') return;
    const later = answer.ok && (answer.value.hold_expires_at ?? '') > (order.hold_expires_at ?? '');
    if (!later) $renewable.set(false);
    if (answer.ok) settle(answer.value, readOrderMemory()?.payUrl ?? null);
    else if (answer.code === 'hold_expired') await lapse();
  }

  function agree(): void {
    const order = $order.get();
    if (!order) return;
    $agreed.set(order.total_cents);
    $problem.set(null);
    remember(order, readOrderMemory()?.payUrl ?? null);
  }

  /** To Stripe's page. A second call while the first is under way does nothing. */
  async function pay(): Promise<void> {
    const order = $order.get();
    if ($phase.get() !== 'idle' || $view.get().state !== 'open' || !order) return;
    if ($asksPrice.get() !== null) return;
    $phase.set('paying');
    $problem.set(null);
    const details = await form.submit();
    if (!details) {
      $phase.set('idle');
      return;
    }
    form.flush();
    const answer = await createPayment(order.secret, $agreed.get(), details, here());
    if (!answer.ok) {
      $phase.set('idle');
      return refusePayment(order, answer);
    }
    remember(order, answer.value.url);
    leave(answer.value.url);
  }

  async function refusePayment(order: OrderView, failure: Failure): Promise<void> {
    const { code } = failure;
    const cause = causeOf(code, failure.field);
    if (cause) {
      form.reject(...cause);
      return;
    }
    if (finalCodes.includes(code)) {
      refuse(failure);
      return;
    }
    if (code === 'price_changed') {
      takePrice(order, failure.totalCents, await getOrder(order.secret));
      return;
    }
    if (code === 'hold_expired' || code === 'order_closed' || code === 'order_not_found') return lapse();
    if (code === 'unexpected') report('Checkout: the payment could not be created');
    $problem.set(code);
  }

  function takePrice(order: OrderView, totalCents: number | undefined, fresh: Answer<OrderView>): void {
    const known = fresh.ok ? fresh.value : order;
    settle({ ...known, total_cents: totalCents ?? known.total_cents }, readOrderMemory()?.payUrl ?? null);
  }

  function leave(url: string): void {
    $phase.set('leaving');
    form.flush();
    go(url);
  }

  /** The browser brought the page back from its memory, after Stripe or another page: look again. */
  async function arrive(): Promise<void> {
    $phase.set('idle');
    $problem.set(null);
    opening = begin();
    await opening;
  }

  return {
    $view,
    $cart,
    $order,
    $agreed,
    $asksPrice,
    $phase,
    $problem,
    $renewable,
    form,
    clock,
    open,
    retry,
    holdAgain,
    renew,
    agree,
    pay,
    arrive,
  };
}

export type Checkout = ReturnType<typeof createCheckout>;

let shared: Checkout | undefined;

/** The one checkout of this page: React may mount twice, the hold is taken once. */
export function pageCheckout(): Checkout {
  shared ??= createCheckout();
  return shared;
}
