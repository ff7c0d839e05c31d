import { centsOf } from '#contract/errors.ts';
import type { OrderView } from '#contract/orders.ts';
import { atom, computed } from 'nanostores';
import type { Answer, Failure } from '#api/errors.ts';
import { report } from '#browser/report.ts';
import type { CheckoutForm } from '../form/form.ts';
import { type Child, emptyChild, emptyHealth, type Health, MOST_CHILDREN } from '../form/model.ts';
import { toProblem } from '../problem.ts';
import type { HoldOptions } from '../purchase/hold-request.ts';
import { MOST_LINES, rideOf } from '../purchase/basket-request.ts';
import type { Problem, RefusedPart, Sale } from '../purchase/sale.ts';
import type { OnRefusal } from './basket-changes.ts';
import { isReplacedElsewhere } from './other-tab.ts';
import { countLines, skippedAtFirst, whoGoes } from './who-goes.ts';
import type { Subject } from '#browser/order-memory.ts';

const isFull = (answer: Answer<OrderView>) =>
  !answer.ok && (answer.code === 'camp_full' || answer.code === 'session_full');

/** Why a code does not apply. For `code_minimum`, `cents` is the minimum total of the order. */
export interface CodeFault {
  code: Problem;
  cents?: number | undefined;
}

export interface Removed {
  index: number;
  child: Child;
  health: Health;
}

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
          children.length < MOST_CHILDREN &&
          countLines([...children, { ...emptyChild, skips: skippedAtFirst(parts) }], parts) <= MOST_LINES
        );
      const mostChildren = offer?.details.renews === true ? 1 : (subject?.places ?? MOST_CHILDREN);
      return children.length < Math.min(mostChildren, MOST_CHILDREN);
    },
  );
  let queue: Promise<unknown> = Promise.resolve();
  let repeat: (() => Promise<void>) | null = null;

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

  /** Makes a change, which replaces the previous order. If a change failed offline, `repeatChange` repeats it. */
  function change(
    requestChange: () => Promise<Answer<OrderView>>,
    onRefusal: OnRefusal,
    repeatChange: () => Promise<void> = () => change(requestChange, onRefusal),
  ): Promise<void> {
    const next = queue.then(async () => {
      if (sale.$view.get().state !== 'open') return;
      $refused.set(null);
      $refusedPart.set(null);
      if (isReplacedElsewhere(sale)) {
        $removed.set(null);
        await reopen();
        return;
      }
      $changing.set(true);
      const answer = await requestChange();
      $changing.set(false);
      const problem = answer.ok ? null : toProblem(answer);
      repeat = problem === 'offline' ? repeatChange : null;
      if (problem && !answer.ok) await onRefusal(problem, answer);
    });
    queue = next;
    return next;
  }

  /** Holds what is left. A code that does not apply to it is dropped with a message. */
  async function holdLess(): Promise<Answer<OrderView>> {
    const options = currentOptions();
    const answer = await sale.hold(options, secret());
    if (answer.ok || options.code === null || !answer.code.startsWith('code_')) return answer;
    $codeFault.set({ code: answer.code, cents: centsOf(answer) });
    return sale.hold({ ...options, code: null }, secret());
  }

  const secret = () => sale.$order.get()?.secret ?? null;
  const spotCount = () => sale.$seated.get() ?? 0;

  function undo(children: readonly Child[], health: readonly Health[]) {
    return async (problem: Problem, failure: Failure) => {
      const part = sale.$isBasket.get() ? (await import('../basket.ts')).partOfFailure(sale, failure) : null;
      // In a basket the others keep their spots, and the child does not go to the part that is full.
      if (!part && (problem === 'camp_full' || problem === 'session_full')) return;
      $refusedPart.set(part);
      form.setChildren(children, health);
      $removed.set(null);
      refuse(problem);
    };
  }

  function refuse(problem: Problem): void {
    if (problem === 'unexpected') report('Checkout: the order could not be changed');
    $refused.set(problem);
  }

  /** Adds a child. If no spot is left, the child stays in the form and the parent decides. */
  function addChild(): Promise<void> {
    if (!$mayAdd.get()) return Promise.resolve();
    const previousChildren = form.$values.get().children;
    $removed.set(null);
    form.addChild(skippedAtFirst(sale.$parts.get()));
    sale.$split.set(false);
    return change(
      () => holdFreeSpots(currentOptions(), secret(), previousChildren.length),
      undo(previousChildren, form.$values.get().health),
      addChild,
    );
  }

  function removeChild(index: number): Promise<void> {
    const { children, health } = form.$values.get();
    if (children.length < 2) return Promise.resolve();
    const child = children[index];
    $removed.set(child ? { index, child, health: health[index] ?? emptyHealth } : null);
    form.removeChild(index);
    sale.$split.set(false);
    return change(
      async () => {
        const order = sale.$order.get();
        if (order && form.$values.get().children.length >= spotCount()) return { ok: true, value: order };
        return holdLess();
      },
      undo(children, health),
      () => removeChild(index),
    );
  }

  function restoreChild(): Promise<void> {
    const removedChild = $removed.get();
    $removed.set(null);
    if (!removedChild || !$mayAdd.get()) return Promise.resolve();
    const { children, health } = form.$values.get();
    form.insertChild(removedChild.index, removedChild.child, removedChild.health);
    sale.$split.set(false);
    return change(
      () => holdFreeSpots(currentOptions(), secret(), removedChild.index),
      async (problem, failure) => {
        await undo(children, health)(problem, failure);
        // The child can still be put back later, unless it stays in the form without a spot.
        if (form.$values.get().children.length === children.length) $removed.set(removedChild);
      },
      () => {
        $removed.set(removedChild);
        return restoreChild();
      },
    );
  }

  function split(): Promise<void> {
    return change(async () => {
      const answer = await sale.hold({ ...currentOptions(), split: true }, secret());
      if (answer.ok) sale.$split.set(true);
      return answer;
    }, refuse);
  }

  /** Chooses a transport. `id` is one of the offer's transports, or an empty text if the parents bring the child. */
  function choose(id: string): Promise<void> {
    const previousTransport = form.$values.get().transport;
    if (id === previousTransport) return Promise.resolve();
    form.type({ transport: id });
    return change(
      () =>
        sale.hold({ ...currentOptions(), ...(sale.$split.get() ? {} : { count: spotCount() }) }, secret()),
      (problem) => {
        form.type({ transport: previousTransport });
        refuse(problem);
      },
      () => choose(id),
    );
  }

  function applyCode(text: string): Promise<void> {
    const code = text.trim();
    $codeFault.set(null);
    if (code === '') return Promise.resolve();
    return change(
      () =>
        sale.hold(
          { ...currentOptions(), ...(sale.$split.get() ? {} : { count: spotCount() }), code },
          secret(),
        ),
      (code, failure) => {
        if (code === 'unexpected') report('Checkout: the code could not be applied');
        $codeFault.set({ code, cents: centsOf(failure) });
      },
      () => applyCode(text),
    );
  }

  function removeCode(): Promise<void> {
    $codeFault.set(null);
    return change(
      () =>
        sale.hold(
          { ...currentOptions(), ...(sale.$split.get() ? {} : { count: spotCount() }), code: null },
          secret(),
        ),
      refuse,
    );
  }

  /** Most orders have only one part, so these changes load when they are needed. */
  const loadBasketChanges = async () => {
    const { createBasketChanges } = await import('../basket.ts');
    return createBasketChanges({
      sale,
      form,
      change,
      undo,
      holdLess,
      clearRemoved: () => $removed.set(null),
    });
  };

  return {
    $changing,
    $refused,
    $refusedPart,
    $codeFault,
    $unseated,
    $mayAdd,
    $removed,
    currentOptions,
    holdFreeSpots,
    addChild,
    removeChild,
    restoreChild,
    toggle: async (index: number, key: string) => (await loadBasketChanges()).toggle(index, key),
    removePart: async (part: Subject) => (await loadBasketChanges()).removePart(part),
    split,
    choose,
    applyCode,
    removeCode,
    online: () => {
      const waitingChange = repeat;
      repeat = null;
      void waitingChange?.();
    },
    settled: () => queue,
  };
}

export type Changes = ReturnType<typeof createChanges>;
