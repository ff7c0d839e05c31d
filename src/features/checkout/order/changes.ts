import type { OrderView } from '#contract/orders.ts';
import { atom, computed } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { loadOnce } from '../load-once.ts';
import type { CheckoutForm } from '../form/form.ts';
import { emptyChild, MAX_CHILDREN } from '../form/model.ts';
import type { HoldOptions } from '../purchase/hold-request.ts';
import { MAX_LINES, rideOf } from '../purchase/parts.ts';
import type { Problem, RefusedPart, Sale } from '../purchase/sale.ts';
import type { CodeFault, Removed, RemovedPart } from './change-model.ts';
import type { OrderChanges } from './order-changes.ts';
import { countLines, skippedAtFirst, whoGoes } from './who-goes.ts';
import type { Subject } from '#browser/order-memory.ts';

const isFull = (answer: Answer<OrderView>) =>
  !answer.ok && (answer.code === 'camp_full' || answer.code === 'session_full');

/**
 * Returns the number of children that fit. The refusal names the first line without a spot, and its index is this
 * number.
 */
function fittingCount(answer: Answer<OrderView>): number {
  if (answer.ok || !isFull(answer)) return 0;
  return Number(/lines\[(\d+)\]/.exec(answer.field ?? '')?.[1] ?? 0);
}

export function createChanges(sale: Sale, form: CheckoutForm, reopen: () => Promise<void>) {
  const $changing = atom(false);
  const $refused = atom<Problem | null>(null);
  const $codeFault = atom<CodeFault | null>(null);
  const $removed = atom<Removed | null>(null);
  const $removedPart = atom<RemovedPart | null>(null);
  /** The part of a basket to which the latest refusal belongs. */
  const $refusedPart = atom<(RefusedPart & { child?: number }) | null>(null);
  const $unseated = computed([sale.$view, sale.$seated, form.$values], ({ state }, seated, { children }) =>
    state === 'open' ? Math.max(0, children.length - (seated ?? 0)) : 0,
  );
  const $mayAdd = computed(
    [sale.$subject, sale.$offer, form.$values, sale.$parts],
    (subject, offer, { children }, parts) => {
      if (parts.length > 1)
        return (
          children.length < MAX_CHILDREN &&
          countLines([...children, { ...emptyChild, skips: skippedAtFirst(parts) }], parts) <= MAX_LINES
        );
      const mostChildren = offer?.details.renews === true ? 1 : (subject?.places ?? MAX_CHILDREN);
      return children.length < Math.min(mostChildren, MAX_CHILDREN);
    },
  );
  const state = { $changing, $refused, $refusedPart, $codeFault, $removed, $removedPart, $mayAdd };

  const currentOptions = (): HoldOptions => ({
    count: form.$values.get().children.length,
    transport: rideOf(form.$values.get().transport, sale.$parts.get(), sale.$offers.get()),
    code: sale.$order.get()?.code ?? null,
    split: sale.$split.get(),
    ...(sale.$isBasket.get() ? { going: whoGoes(form.$values.get().children, sale.$parts.get()) } : {}),
  });

  /** Holds the free spots if there are not enough for all children, until the parent decides. */
  async function holdFreeSpots(
    requestedHold: HoldOptions,
    previous: string | null,
    addedChild?: number,
  ): Promise<Answer<OrderView>> {
    if (sale.$isBasket.get()) {
      const { holdBasket } = await import('../basket.ts');
      return holdBasket(sale, form, currentOptions, {
        code: requestedHold.code,
        previous,
        newest: addedChild,
        note: (part) => $refusedPart.set(part),
      });
    }
    const answer = await sale.hold(requestedHold, previous);
    const count = fittingCount(answer);
    return count > 0 && count < requestedHold.count
      ? sale.hold({ ...requestedHold, count }, previous)
      : answer;
  }

  let isNeeded = false;
  const loadChanges = loadOnce(async () => {
    const { createOrderChanges } = await import('./order-changes.ts');
    return createOrderChanges({ sale, form, reopen, ...state, currentOptions, holdFreeSpots });
  });
  /** Loads together with the page of the order, because a visitor without a cart changes nothing. */
  function load(): Promise<OrderChanges> {
    isNeeded = true;
    return loadChanges();
  }

  return {
    ...state,
    $unseated,
    load,
    currentOptions,
    holdFreeSpots,
    addChild: async () => (await load()).addChild(),
    removeChild: async (index: number) => (await load()).removeChild(index),
    restoreChild: async () => (await load()).restoreChild(),
    toggle: async (index: number, key: string) => (await load()).toggle(index, key),
    removePart: async (part: Subject) => (await load()).removePart(part),
    restorePart: async () => (await load()).restorePart(),
    split: async () => (await load()).split(),
    choose: async (id: string) => (await load()).choose(id),
    applyCode: async (text: string) => (await load()).applyCode(text),
    removeCode: async () => (await load()).removeCode(),
    online: () => void (isNeeded && load().then((changes) => changes.online())),
    settled: async () => (isNeeded ? (await load()).settled() : undefined),
  };
}

export type Changes = ReturnType<typeof createChanges>;
