import { atom } from 'nanostores';
import type { Faults } from '#domain/fault.ts';

/** A form's errors and its number of failed submissions. Each failed submission focuses the `ErrorSummary`. */
export function createFaults() {
  const $faults = atom<Faults>({});
  const $refusals = atom(0);

  function reject(faults: Faults): void {
    $faults.set(faults);
    $refusals.set($refusals.get() + 1);
  }

  /** Removes the errors of fields that the user has changed. */
  function clearFaults(...fields: string[]): void {
    const remaining = Object.entries($faults.get()).filter(([field]) => !fields.includes(field));
    $faults.set(Object.fromEntries(remaining));
  }

  return { $faults, $refusals, reject, clearFaults };
}
