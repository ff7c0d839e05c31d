import type { Faults } from '#domain/fault.ts';

interface Choice {
  'change-of': string;
  'change-from': string;
  'change-until': string;
  'change-to': string;
}

/**
 * Returns what is wrong with the form. If `isSpan` is true, everything that a coach has between two days is changed,
 * and the form has more fields.
 */
export function findFaults(choice: Choice, isSpan: boolean): Faults {
  const faults: Faults = {};
  if (isSpan) {
    if (choice['change-of'] === '') faults['change-of'] = { kind: 'choose' };
    for (const day of ['change-from', 'change-until'] as const)
      if (choice[day] === '') faults[day] = { kind: 'missing' };
    if (choice['change-until'] < choice['change-from']) faults['change-until'] ??= { kind: 'day_too_soon' };
  }
  if (choice['change-to'] === '') faults['change-to'] = { kind: 'choose' };
  return faults;
}
