import type { ErrorCode } from '#contract/errors.ts';
import type { OrderView } from '#contract/orders.ts';
import type { OfferTerms } from '#contract/quotes.ts';
import { atom, computed } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import {
  forgetAsked,
  readAsked,
  readOrderMemory,
  rememberAsked,
  saveOrderMemory,
  type Subject,
} from '#browser/order-memory.ts';
import { getOrder } from '#api/orders.ts';
import { holdOrder, releaseOrder, renewHold } from '../api.ts';
import { createHoldClock } from '../order/hold.ts';
import { takeHeldEarly } from './early-hold.ts';
import type { SessionChoice, Week } from './found.ts';

/** What a call may fail with: a code of the contract, or no network at all. */
export type Problem = ErrorCode | 'offline';

export type View =
  | { state: 'opening' }
  | { state: 'empty' }
  | { state: 'weeks'; weeks: Week[] }
  | { state: 'sessions'; sessions: SessionChoice[] }
  /** No seat: told before paying, with the ways on. */
  | { state: 'refused'; code: Problem }
  | { state: 'open'; order: OrderView }
  /** This browser holds places somewhere else: the parent says which of the two goes on. */
  | { state: 'holds_other'; held: OrderView; other: Subject }
  /** The hold ended. What was typed is kept, another hold is offered. */
  | { state: 'lapsed'; order: OrderView };

/** What is asked to be held. */
export interface Wish {
  count: number;
  transport: string;
  code: string | null;
  /** Those that fit, when not all do. */
  split: boolean;
}

export const isPaid = ({ status }: OrderView) => status === 'paid' || status === 'paid_late';
export const isLive = ({ status }: OrderView) => status === 'held' || status === 'awaiting_payment';

interface Hooks {
  now: () => number;
  inUse: () => boolean;
  onPaid: (order: OrderView) => void;
  /** While the parent is on the way to the payment page nothing lapses here. */
  isIdle: () => boolean;
}

/** The hold of one checkout: taken, changed, renewed, lapsed (decisions "The hold"). */
export function createSale({ now, inUse, onPaid, isIdle }: Hooks) {
  const $view = atom<View>({ state: 'opening' });
  const $subject = atom<Subject | null>(null);
  /** What the offer allows; null until it is read. */
  const $offer = atom<OfferTerms | null>(null);
  /** What the parent saw and agreed to, in cents. Differs from the order's total: we ask. */
  const $agreed = atom(0);
  /** False once the server gives no more time. */
  const $renewable = atom(true);
  /** The parent agreed to book only those that fit. */
  const $split = atom(false);
  const $order = computed($view, (view) => ('order' in view ? view.order : null));
  const $asksPrice = computed([$view, $agreed], (view, agreed) =>
    view.state === 'open' && view.order.total_cents !== agreed ? view.order.total_cents : null,
  );
  const clock = createHoldClock({ now, onEnd: () => void lapse(), onWarn: renewWhileInUse });
  /** Price of each child's place as it was agreed to, in the order of the lines. */
  let seen: number[] = [];
  let renewing = false;

  const seenBy = (index: number, subject: Subject): number | null => seen[index] ?? subject.seenCents;

  /**
   * The order to give up: one whose answer never came, because the page was left, is the last that this browser holds.
   */
  async function lastOf(known: string | null): Promise<Answer<string | null>> {
    const asked = readAsked();
    const answer = asked === null ? null : await getOrder(asked);
    if (answer?.ok && isLive(answer.value)) return { ok: true, value: asked };
    if (answer?.ok === false && answer.code === 'unexpected') return answer;
    return { ok: true, value: known };
  }

  /** Holds what is wished, giving up the order before it in the same moment. The view is the caller's. */
  async function hold(wish: Wish, known: string | null): Promise<Answer<OrderView>> {
    const subject = $subject.get();
    if (!subject) return { ok: false, code: 'unexpected' };
    const lines = Array.from({ length: wish.count }, (_, index) => ({
      offer_id: subject.offerId,
      ...(subject.campId === null ? { session_id: subject.sessionId } : { camp_id: subject.campId }),
      ...(wish.transport === '' ? {} : { transport: wish.transport }),
      seen_price_cents: seenBy(index, subject),
    }));
    const request = (secret: string, previous: string | null) => ({
      lines,
      secret,
      previous_secret: previous,
      ...(wish.code === null ? {} : { code: wish.code }),
      ...(wish.split ? { split: true } : {}),
      ...(subject.waitlist === null ? {} : { waitlist_secret: subject.waitlist }),
    });
    const early = await takeHeldEarly((secret) => request(secret, known));
    const last = early === null ? await lastOf(known) : ({ ok: true, value: known } as const);
    if (!last.ok) return last;
    const previous = last.value;
    const memory = readOrderMemory();
    // Its payment page may still be open elsewhere: nobody shall pay for what is given up here.
    if (previous !== null && memory?.secret === previous && memory.payUrl !== null)
      await releaseOrder(previous);
    const secret = early ?? crypto.randomUUID();
    rememberAsked(secret);
    const answer = await holdOrder(request(secret, previous));
    // Whether it was held stays open after anything else than an answer.
    if (answer.ok || answer.code !== 'unexpected') forgetAsked();
    if (!answer.ok) return answer;
    const order = answer.value;
    // Another price than the page showed is asked about; what the parent changed here is not.
    const more = order.lines.reduce(
      (sum, line, index) => sum + line.price_cents - (seenBy(index, subject) ?? line.price_cents),
      0,
    );
    $agreed.set(order.price_changed ? order.total_cents - more : order.total_cents);
    if (previous === null || order.hold_expires_at !== null) $renewable.set(true);
    settle(order);
    return answer;
  }

  /** Takes in what the server says of the order. */
  function settle(order: OrderView, payUrl: string | null = null): void {
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
    const left = clock.$left.get();
    saveOrderMemory({
      secret: order.secret,
      sessionId: subject.sessionId ?? '',
      offerId: subject.offerId,
      agreedCents: $agreed.get(),
      heldUntil: left === null ? null : new Date(now() + left * 1000).toISOString(),
      payUrl,
      subject,
    });
  }

  const payUrl = () => readOrderMemory()?.payUrl ?? null;

  async function lapse(): Promise<void> {
    const order = $order.get();
    if (!order || !isIdle()) return;
    const answer = await getOrder(order.secret);
    if (answer.ok && isPaid(answer.value)) {
      settle(answer.value);
      return;
    }
    const alive =
      answer.ok && isLive(answer.value) && (answer.value.hold_expires_at ?? '') > answer.value.server_time;
    if (alive) {
      settle(answer.value, payUrl());
      return;
    }
    clock.stop();
    $view.set({ state: 'lapsed', order });
  }

  function renewWhileInUse(): void {
    if ($renewable.get() && inUse()) void renew();
  }

  /** Asks for more time; the server says how much, and whether at all. */
  async function renew(): Promise<void> {
    const order = $order.get();
    if (!order || renewing) return;
    renewing = true;
    const answer = await renewHold(order.secret);
    renewing = false;
    // Something else was held meanwhile.
    if ($view.get().state !== 'open' || $order.get()?.secret !== order.secret) return;
    const later = answer.ok && (answer.value.hold_expires_at ?? '') > (order.hold_expires_at ?? '');
    if (!later) $renewable.set(false);
    if (answer.ok) settle(answer.value, payUrl());
    else if (answer.code === 'hold_expired') await lapse();
  }

  /** The parent goes on with the price as it is now. */
  function agree(): void {
    const order = $order.get();
    if (!order) return;
    seen = order.lines.map((line) => line.price_cents);
    $agreed.set(order.total_cents);
    remember(order, payUrl());
  }

  /** Another subject: nothing of the one before counts. */
  function begin(subject: Subject): void {
    seen = [];
    $split.set(false);
    $subject.set(subject);
  }

  return {
    $view,
    $subject,
    $offer,
    $order,
    $agreed,
    $asksPrice,
    $renewable,
    $split,
    clock,
    begin,
    hold,
    settle,
    remember,
    payUrl,
    lapse,
    renew,
    agree,
  };
}

export type Sale = ReturnType<typeof createSale>;
