import type { RosterHealth } from '../../../domain/health.ts';

/** What stands out on a child's row, the most urgent first. `unknown`: nobody has told us. */
export type MarkKind = 'allergy' | 'medicine' | 'condition' | 'help' | 'unknown';

export interface HealthMark {
  kind: MarkKind;
  /** Null: the word alone. */
  text: string | null;
  /** Told with a guest's booking, and not confirmed by the family. */
  isUnconfirmed: boolean;
}

const lists = [
  ['allergy', 'allergies', 'allergies'],
  ['medicine', 'medicines', 'medications'],
  ['condition', 'conditions', 'medical_conditions'],
  ['help', 'help', 'physical_limitations'],
] as const;

/** A child of whom there is nothing to report has no mark at all. */
export function marksOf(health: RosterHealth): HealthMark[] {
  const marks: HealthMark[] = lists.flatMap(([kind, list, field]) => [
    ...health[list].map((text) => ({ kind, text, isUnconfirmed: false })),
    ...health.unconfirmed
      .filter((one) => one.field === field)
      .map(({ text }) => ({ kind, text, isUnconfirmed: true })),
  ]);
  return health.state === 'unknown'
    ? [...marks, { kind: 'unknown', text: null, isUnconfirmed: false }]
    : marks;
}
