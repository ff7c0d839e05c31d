import { atom } from 'nanostores';
import type { Faults } from '#domain/fault.ts';

/**
 * Creates the store of a form's errors and of its number of failed submissions. Each of these moves the focus to the
 * `ErrorSummary`.
 */
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
