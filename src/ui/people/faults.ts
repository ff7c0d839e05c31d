import { atom } from 'nanostores';
import type { Faults } from '#domain/fault.ts';

/**
 * What is wrong with a form, and how often it was refused: each refusal gives the summary the focus (`ErrorSummary`).
 */
export function createFaults() {
  const $faults = atom<Faults>({});
  const $refusals = atom(0);

  function reject(faults: Faults): void {
    $faults.set(faults);
    $refusals.set($refusals.get() + 1);
  }

  /** What was typed anew loses its mark. */
  function mend(...fields: string[]): void {
    const left = Object.entries($faults.get()).filter(([field]) => !fields.includes(field));
    $faults.set(Object.fromEntries(left));
  }

  return { $faults, $refusals, reject, mend };
}
