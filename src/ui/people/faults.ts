import { atom } from 'nanostores';
import type { Faults } from '#domain/fault.ts';

/** Errors of a form and the number of failed submissions; each of them focuses the summary (`ErrorSummary`). */
export function createFaults() {
  const $faults = atom<Faults>({});
  const $refusals = atom(0);

  function reject(faults: Faults): void {
    $faults.set(faults);
    $refusals.set($refusals.get() + 1);
  }

  /** Clears the errors of fields that were changed. */
  function clearFaults(...fields: string[]): void {
    const left = Object.entries($faults.get()).filter(([field]) => !fields.includes(field));
    $faults.set(Object.fromEntries(left));
  }

  return { $faults, $refusals, reject, clearFaults };
}
