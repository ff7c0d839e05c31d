import { centsOf } from '#contract/errors.ts';
import type { OrderView } from '#contract/orders.ts';
import type { Atom, WritableAtom } from 'nanostores';
import type { Answer, Failure } from '#api/errors.ts';
import { report } from '#browser/report.ts';
import type { Subject } from '#browser/order-memory.ts';
import type { CheckoutForm } from '../form/form.ts';
import { keepLeftOut, takeLeftOut } from '../form/left-out.ts';
import { type Child, emptyHealth, type Health } from '../form/model.ts';
import { toProblem } from '../problem.ts';
import type { HoldOptions } from '../purchase/hold-request.ts';
import type { Problem, RefusedPart, Sale } from '../purchase/sale.ts';
import type { OnRefusal } from './basket-changes.ts';
import type { CodeFault, Removed, RemovedPart } from './change-model.ts';
import { isReplacedElsewhere } from './other-tab.ts';
import { skippedAtFirst } from './who-goes.ts';

interface Needs {
  sale: Sale;
  form: CheckoutForm;
  reopen: () => Promise<void>;
  $changing: WritableAtom<boolean>;
  $refused: WritableAtom<Problem | null>;
  $refusedPart: WritableAtom<(RefusedPart & { child?: number }) | null>;
  $codeFault: WritableAtom<CodeFault | null>;
  $removed: WritableAtom<Removed | null>;
  $removedPart: WritableAtom<RemovedPart | null>;
  $mayAdd: Atom<boolean>;
  currentOptions: () => HoldOptions;
  holdFreeSpots: (
    requestedHold: HoldOptions,
    previous: string | null,
    addedChild?: number,
  ) => Promise<Answer<OrderView>>;
}

/** The changes of a held order. Each replaces the order by another one. */
export function createOrderChanges({
  sale,
  form,
  reopen,
  $changing,
  $refused,
  $refusedPart,
  $codeFault,
  $removed,
  $removedPart,
  $mayAdd,
  currentOptions,
  holdFreeSpots,
}: Needs) {
  let queue: Promise<unknown> = Promise.resolve();
  let repeat: (() => Promise<void>) | null = null;

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
      $removedPart.set(null);
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
    const { children: previousChildren, health: previousHealth } = form.$values.get();
    $removed.set(null);
    const skips = skippedAtFirst(sale.$parts.get());
    const leftOut = takeLeftOut(form);
    if (leftOut) form.insertChild(previousChildren.length, { ...leftOut.child, skips }, leftOut.health);
    else form.addChild(skips);
    sale.$split.set(false);
    return change(
      () => holdFreeSpots(currentOptions(), secret(), previousChildren.length),
      async (problem, failure) => {
        await undo(previousChildren, previousHealth)(problem, failure);
        if (leftOut && form.$values.get().children.length === previousChildren.length)
          keepLeftOut(form, [leftOut]);
      },
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
      holdFreeSpots,
      currentOptions,
      $removed,
      $removedPart,
    });
  };

  return {
    addChild,
    removeChild,
    restoreChild,
    toggle: async (index: number, key: string) => (await loadBasketChanges()).toggle(index, key),
    removePart: async (part: Subject) => (await loadBasketChanges()).removePart(part),
    restorePart: async () => (await loadBasketChanges()).restorePart(),
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

export type OrderChanges = ReturnType<typeof createOrderChanges>;
