import type { CheckoutForm } from './form.ts';
import type { Child, Health } from './model.ts';

interface LeftOut {
  child: Child;
  health: Health;
}

/**
 * Children whose only part could not be booked, by form. What was typed about them stays in memory, and "Add a child"
 * brings it back. The browser saves none of it.
 */
const leftOut = new WeakMap<CheckoutForm, LeftOut[]>();

export function keepLeftOut(form: CheckoutForm, children: readonly LeftOut[]): void {
  const typed = children.filter(({ child: { name } }) => name.trim() !== '');
  if (typed.length > 0) leftOut.set(form, [...(leftOut.get(form) ?? []), ...typed]);
}

/** Returns the first child that was left out and is not in the form again, and forgets it. */
export function takeLeftOut(form: CheckoutForm): LeftOut | undefined {
  const { children } = form.$values.get();
  const waiting = leftOut.get(form) ?? [];
  const next = waiting.find(({ child }) => children.every(({ name }) => name !== child.name));
  leftOut.set(
    form,
    waiting.filter((one) => one !== next),
  );
  return next;
}
