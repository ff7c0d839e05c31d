import { atom } from 'nanostores';
import type { Faults } from '#domain/fault.ts';

/**
 * Creates the store of a form's errors and of its number of failed submissions. Each of these moves the focus to the
 * `ErrorSummary`.
 */
export function createFaults() {
  const $faults = atom<Faults>({});
  const $failedSubmits = atom(0);

  function reject(faults: Faults): void {
    $faults.set(faults);
    $failedSubmits.set($failedSubmits.get() + 1);
  }

  /** Removes the errors of fields that the user has changed. */
  function clearFaults(...fields: string[]): void {
    const remaining = Object.entries($faults.get()).filter(([field]) => !fields.includes(field));
    $faults.set(Object.fromEntries(remaining));
  }

  return { $faults, $failedSubmits, reject, clearFaults };
}
