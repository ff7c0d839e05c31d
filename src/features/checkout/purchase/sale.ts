import type { ErrorCode } from '#contract/errors.ts';
import type { HoldRequest } from '#contract/order-requests.ts';
import type { OrderView } from '#contract/orders.ts';
import type { OfferTerms } from '#contract/quotes.ts';
import { atom, computed } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import {
  clearRequestedHold,
  readRequestedHold,
  type PayLink,
  readOrderMemory,
  saveRequestedHold,
  saveOrderMemory,
  type Subject,
} from '#browser/order-memory.ts';
import { getOrder } from '#api/orders.ts';
import { hasSession } from '#browser/has-session.ts';
import { holdOrder, renewHold } from '../api.ts';
import { createHoldClock } from '../order/hold.ts';
import { reusePrefetchedHold } from './prefetched-hold.ts';
import { countSeated, type Offers, partOf } from './parts.ts';
import type { buildBasketRequest } from './basket-request.ts';
import { type HoldOptions, buildHoldRequest } from './hold-request.ts';
import type { SessionChoice, Week } from './model.ts';
import { forgetTicket, readTicket } from './queue-ticket.ts';
import type { WaitingPlace } from './queue.ts';
import { keyOf } from './subject.ts';

export type Problem = ErrorCode | 'offline';

export type View =
  | { state: 'opening' }
  | { state: 'empty' }
  | { state: 'weeks'; weeks: Week[] }
  | { state: 'sessions'; sessions: SessionChoice[] }
  /** No spot is left. The parent sees this before paying, together with alternatives. */
  | { state: 'refused'; code: Problem; refusedParts?: RefusedPart[] }
  /**
   * Many families book at the same time. `place` is null until the server has answered. `isCurrent`
   * is false after a failed call.
   */
  | { state: 'queue'; place: WaitingPlace | null; isCurrent: boolean }
  | { state: 'open'; order: OrderView }
  /**
   * The parent chose something before, for which this browser may hold spots. The parent decides whether both become
   * one order. `mayJoin` is false if they cannot.
   */
  | { state: 'holds_other'; held: OrderView | null; others: Subject[]; mayJoin: boolean }
  /** The hold has ended. The form keeps what was typed, and the parent can hold again. */
  | { state: 'lapsed'; order: OrderView };

/** A part of a basket that cannot be booked now. `other` is the part at the same time. */
export interface RefusedPart {
  part: Subject;
  code: Problem;
  other?: Subject | undefined;
}

export const isPaid = ({ status }: OrderView) => status === 'paid' || status === 'paid_late';
export const isLive = ({ status }: OrderView) => status === 'held' || status === 'awaiting_payment';

interface Hooks {
  now: () => number;
  inUse: () => boolean;
  onPaid: (order: OrderView) => void;
  /** Returns false while the payment page opens. During that time, the hold must not lapse here. */
  isIdle: () => boolean;
  /** Loads what builds the request of an order with several parts. */
  loadBasketRequest: () => Promise<typeof buildBasketRequest>;
}

export function createSale({ now, inUse, onPaid, isIdle, loadBasketRequest }: Hooks) {
  const $view = atom<View>({ state: 'opening' });
  const $subject = atom<Subject | null>(null);
  /** All that is booked in this order. The first is `$subject`, unless only a later one is a camp. */
  const $parts = atom<readonly Subject[]>([]);
  const $offers = atom<Offers>({});
  const $offer = computed([$offers, $subject], (offers, subject): OfferTerms | null =>
    subject ? (offers[subject.offerId] ?? null) : null,
  );
  /** The total in cents that the parent agreed to. If the order's total differs, the page asks again. */
  const $agreed = atom(0);
  /** False once the server refuses to extend the hold further. */
  const $renewable = atom(true);
  const $split = atom(false);
  /** The link that the parent sent to somebody who pays the order. */
  const $link = atom<PayLink | null>(null);
  const $order = computed($view, (view) => ('order' in view ? view.order : null));
  const $isBasket = computed($parts, (parts) => parts.length > 1);
  /** How many children have a spot. Null without an order. */
  const $seated = computed([$order, $isBasket], (order, isBasket) => order && countSeated(order, isBasket));
  const $asksPrice = computed([$view, $agreed], (view, agreedCents) =>
    view.state === 'open' && view.order.total_cents !== agreedCents ? view.order.total_cents : null,
  );
  const clock = createHoldClock({ now, onEnd: () => void endHold(), onWarn: renewWhileInUse });
  /** The prices that the parent agreed to, by part. */
  let agreedPrices = new Map<string, number[]>();
  let renewing = false;
  /** The lines of the latest hold that was asked for. */
  let requestedLines: HoldRequest['lines'] | null = null;

  const shownPrice = (part: Subject, nth: number): number | null =>
    agreedPrices.get(keyOf(part))?.[nth] ?? part.seenCents;

  /**
   * Returns the secret of the order to replace. The answer to an earlier hold may have been lost, so that hold is
   * checked first.
   */
  async function findPrevious(secretBefore: string | null): Promise<Answer<string | null>> {
    const requestedSecret = readRequestedHold();
    const answer = requestedSecret === null ? null : await getOrder(requestedSecret);
    if (answer?.ok && isLive(answer.value)) return { ok: true, value: requestedSecret };
    if (answer?.ok === false && answer.code === 'unexpected') return answer;
    return { ok: true, value: secretBefore };
  }

  /** Holds spots. The new hold replaces the previous order in the same transaction. The caller updates the view. */
  async function hold(options: HoldOptions, secretBefore: string | null): Promise<Answer<OrderView>> {
    const subject = $subject.get();
    if (!subject) return { ok: false, code: 'unexpected' };
    const buildForBasket = $isBasket.get() ? await loadBasketRequest() : null;
    const request = (secret: string, previous: string | null) =>
      buildForBasket
        ? buildForBasket($parts.get(), options, { secret, previous }, $offers.get(), shownPrice)
        : buildHoldRequest(subject, options, { secret, previous }, (index) => shownPrice(subject, index));
    const reusedSecret = await reusePrefetchedHold((secret) => request(secret, secretBefore));
    const last =
      reusedSecret === null ? await findPrevious(secretBefore) : ({ ok: true, value: secretBefore } as const);
    if (!last.ok) return last;
    const previous = last.value;
    const memory = readOrderMemory();
    // The old payment page may be open in another tab, so it is closed before the order is replaced.
    if (previous !== null && memory?.secret === previous && (memory.payUrl ?? memory.payLink)) {
      const { closePage } = await import('./closed-page.ts');
      const closed = await closePage(previous);
      if (closed?.ok) applyOrder(closed.value);
      if (closed) return closed;
    }
    const secret = reusedSecret ?? crypto.randomUUID();
    saveRequestedHold(secret);
    const ticket = readTicket();
    const body = request(secret, previous);
    requestedLines = body.lines;
    const answer = await holdOrder({ ...body, ...(ticket === null ? {} : { ticket }) });
    // Only the code `unexpected` leaves open whether the order was held.
    if (answer.ok || answer.code !== 'unexpected') clearRequestedHold();
    if (!answer.ok) return answer;
    forgetTicket();
    const order = answer.value;
    // The page asks about a price that differs from the one it showed. It does not ask about the parent's own changes.
    const extraCents = order.lines.reduce(
      (sum, line, index) =>
        sum + line.price_cents - (body.lines[index]?.expected_price_cents ?? line.price_cents),
      0,
    );
    $agreed.set(order.price_changed ? order.total_cents - extraCents : order.total_cents);
    if (previous === null || order.hold_expires_at !== null) $renewable.set(true);
    applyOrder(order);
    return answer;
  }

  function applyOrder(order: OrderView, payUrl: string | null = null): void {
    if (isPaid(order)) {
      onPaid(order);
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
    const subject = $subject.get();
    if (!subject) return;
    const remainingSeconds = clock.$left.get();
    const before = readOrderMemory();
    const payLink = before?.secret === order.secret ? (before.payLink ?? null) : null;
    $link.set(payLink);
    saveOrderMemory({
      secret: order.secret,
      sessionId: subject.sessionId ?? '',
      offerId: subject.offerId,
      agreedCents: $agreed.get(),
      heldUntil: remainingSeconds === null ? null : new Date(now() + remainingSeconds * 1000).toISOString(),
      payUrl,
      payLink,
      guest: before?.secret === order.secret ? before.guest : !hasSession(),
      subject,
      ...($isBasket.get() ? { parts: [...$parts.get()] } : {}),
    });
  }

  function share(order: OrderView, payLink: PayLink): void {
    const memory = readOrderMemory();
    if (memory) saveOrderMemory({ ...memory, payLink });
    applyOrder(order);
  }

  const payUrl = () => readOrderMemory()?.payUrl ?? null;

  async function endHold(): Promise<void> {
    const order = $order.get();
    if (!order || !isIdle()) return;
    const answer = await getOrder(order.secret);
    if (answer.ok && isPaid(answer.value)) {
      applyOrder(answer.value);
      return;
    }
    const isStillHeld =
      answer.ok && isLive(answer.value) && (answer.value.hold_expires_at ?? '') > answer.value.server_time;
    if (isStillHeld) {
      applyOrder(answer.value, payUrl());
      return;
    }
    clock.stop();
    $view.set({ state: 'lapsed', order });
  }

  function renewWhileInUse(): void {
    if ($renewable.get() && inUse()) void renew();
  }

  /** Asks for more time, which the server may or may not give. */
  async function renew(): Promise<void> {
    const order = $order.get();
    if (!order || renewing) return;
    renewing = true;
    const answer = await renewHold(order.secret);
    renewing = false;
    // Another order was held while the answer was on its way.
    if ($view.get().state !== 'open' || $order.get()?.secret !== order.secret) return;
    const isExtended = answer.ok && (answer.value.hold_expires_at ?? '') > (order.hold_expires_at ?? '');
    if (!isExtended) $renewable.set(false);
    if (answer.ok) applyOrder(answer.value, payUrl());
    else if (answer.code === 'hold_expired') await endHold();
  }

  function agree(): void {
    const order = $order.get();
    if (!order) return;
    agreedPrices = new Map();
    for (const line of order.lines) {
      const part = $isBasket.get() ? partOf(line, $parts.get()) : $subject.get();
      if (part) agreedPrices.set(keyOf(part), [...(agreedPrices.get(keyOf(part)) ?? []), line.price_cents]);
    }
    $agreed.set(order.total_cents);
    remember(order, payUrl());
  }

  function begin(parts: readonly Subject[]): void {
    agreedPrices = new Map();
    setParts(parts);
  }

  const addOffers = (offers: readonly OfferTerms[]): void =>
    $offers.set({ ...$offers.get(), ...Object.fromEntries(offers.map((offer) => [offer.id, offer])) });

  function setParts(parts: readonly Subject[]): void {
    $split.set(false);
    $parts.set(parts);
    $subject.set(parts.find(({ kind }) => kind === 'camp') ?? parts[0] ?? null);
  }

  return {
    $view,
    $subject,
    $parts,
    $isBasket,
    $seated,
    $offer,
    $offers,
    $order,
    $agreed,
    $asksPrice,
    $renewable,
    $split,
    $link,
    clock,
    begin,
    setParts,
    addOffers,
    requestedLines: () => requestedLines,
    hold,
    applyOrder,
    remember,
    share,
    payUrl,
    endHold,
    renew,
    agree,
  };
}

export type Sale = ReturnType<typeof createSale>;
