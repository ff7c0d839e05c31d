import type { RosterHealth } from '#domain/health.ts';

/** Marks of a child's row, the most urgent first. `unknown`: the family has not told us. */
export type MarkKind = 'allergy' | 'medicine' | 'condition' | 'help' | 'unknown';

export interface HealthMark {
  kind: MarkKind;
  /** Null if the mark has only its word. */
  text: string | null;
  /** True if it came with a guest's booking and the family has not confirmed it. */
  isUnconfirmed: boolean;
}

const lists = [
  ['allergy', 'allergies', 'allergies'],
  ['medicine', 'medicines', 'medications'],
  ['condition', 'conditions', 'medical_conditions'],
  ['help', 'help', 'physical_limitations'],
] as const;

/** A child with nothing to report has no mark. */
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

/** Coaches need these texts at once, so the row shows them; conditions and help appear on tap. */
export const isShownInFull = ({ kind }: HealthMark): boolean => kind !== 'condition' && kind !== 'help';

export interface EmergencyNote {
  text: string;
  isUnconfirmed: boolean;
}
export const emergencyNotes = ({ emergency, unconfirmed }: RosterHealth): EmergencyNote[] => [
  ...(emergency === null ? [] : [{ text: emergency, isUnconfirmed: false }]),
  ...unconfirmed
    .filter(({ field }) => field === 'emergency_medical_info')
    .map(({ text }) => ({ text, isUnconfirmed: true })),
];
