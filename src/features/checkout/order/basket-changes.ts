import type { OrderView } from '#contract/orders.ts';
import type { WritableAtom } from 'nanostores';
import type { Answer, Failure } from '#api/errors.ts';
import { saveBasket } from '#browser/basket.ts';
import type { Subject } from '#browser/order-memory.ts';
import type { CheckoutForm } from '../form/form.ts';
import { type Child, emptyHealth, goesTo, type Health } from '../form/model.ts';
import type { HoldOptions } from '../purchase/hold-request.ts';
import { rideOf } from '../purchase/parts.ts';
import type { Problem, Sale } from '../purchase/sale.ts';
import { keyOf, keyOfParts, sameSubject } from '../purchase/subject.ts';
import { forgetPart } from './basket.ts';
import type { Removed, RemovedPart } from './change-model.ts';
import { toggled } from './ticks.ts';

export type OnRefusal = (problem: Problem, failure: Failure) => void | Promise<void>;

interface Needs {
  sale: Sale;
  form: CheckoutForm;
  change: (
    requestChange: () => Promise<Answer<OrderView>>,
    onRefusal: OnRefusal,
    repeatChange: () => Promise<void>,
  ) => Promise<void>;
  undo: (children: readonly Child[], health: readonly Health[]) => OnRefusal;
  holdLess: () => Promise<Answer<OrderView>>;
  holdFreeSpots: (requestedHold: HoldOptions, previous: string | null) => Promise<Answer<OrderView>>;
  currentOptions: () => HoldOptions;
  $removed: WritableAtom<Removed | null>;
  $removedPart: WritableAtom<RemovedPart | null>;
}

/** The changes of a basket with several parts. */
export function createBasketChanges({
  sale,
  form,
  change,
  undo,
  holdLess,
  holdFreeSpots,
  currentOptions,
  $removed,
  $removedPart,
}: Needs) {
  /** Changes whether a child goes to a part of the basket. Each child and each part keeps at least one. */
  function toggle(index: number, key: string): Promise<void> {
    const { children, health } = form.$values.get();
    const next = toggled(children, index, key, sale.$parts.get());
    if (!next) return Promise.resolve();
    form.setChildren(next, health);
    return change(holdLess, undo(children, health), () => toggle(index, key));
  }

  /** Removes a part of the basket, and the children who go to nothing else. */
  function removePart(part: Subject): Promise<void> {
    const before = { parts: sale.$parts.get(), ...form.$values.get() };
    const parts = before.parts.filter((other) => !sameSubject(other, part));
    const isKept = before.children.map((child) => parts.some((other) => goesTo(child, keyOf(other))));
    if (sale.$view.get().state !== 'open' || parts.length === 0 || !isKept.some(Boolean))
      return Promise.resolve();
    $removed.set(null);
    sale.setParts(parts);
    form.keepFor(
      keyOfParts(parts),
      before.children.filter((_, index) => isKept[index]),
      before.children
        .map((_, index) => before.health[index] ?? emptyHealth)
        .filter((_, index) => isKept[index]),
    );
    // The removed camp may have been the only one with this ride.
    form.type({ transport: rideOf(before.transport, parts, sale.$offers.get()) });
    return change(
      async () => {
        const answer = await holdLess();
        if (!answer.ok) return answer;
        forgetPart(part, parts);
        $removedPart.set({
          part,
          index: before.parts.findIndex((other) => sameSubject(other, part)),
          children: before.children.flatMap((child, index) =>
            isKept[index] ? [] : [{ index, child, health: before.health[index] ?? emptyHealth }],
          ),
          transport: before.transport,
        });
        return answer;
      },
      async (problem, failure) => {
        sale.setParts(before.parts);
        form.keepFor(keyOfParts(before.parts), before.children, before.health);
        form.type({ transport: before.transport });
        await undo(before.children, before.health)(problem, failure);
      },
      () => removePart(part),
    );
  }

  /** Puts a removed part back, with what was typed of the children who went only there. */
  function restorePart(): Promise<void> {
    const removed = $removedPart.get();
    const before = { parts: sale.$parts.get(), ...form.$values.get() };
    if (!removed || sale.$view.get().state !== 'open') return Promise.resolve();
    $removedPart.set(null);
    const parts = before.parts.toSpliced(removed.index, 0, removed.part);
    sale.setParts(parts);
    form.keepFor(keyOfParts(parts), before.children, before.health);
    for (const { index, child, health } of removed.children) form.insertChild(index, child, health);
    if (before.transport === '') form.type({ transport: removed.transport });
    return change(
      () => {
        // Saved before the answer, because the parent may go on to another page at once.
        saveBasket(parts);
        return holdFreeSpots(currentOptions(), sale.$order.get()?.secret ?? null);
      },
      async (problem, failure) => {
        await undo(before.children, before.health)(problem, failure);
        saveBasket(before.parts);
        sale.setParts(before.parts);
        form.keepFor(keyOfParts(before.parts), before.children, before.health);
        form.type({ transport: before.transport });
        $removedPart.set(removed);
      },
      () => {
        $removedPart.set(removed);
        return restorePart();
      },
    );
  }

  return { toggle, removePart, restorePart };
}
