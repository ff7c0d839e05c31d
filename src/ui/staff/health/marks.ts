import type { RosterHealth } from '#domain/health.ts';

/** Health marks of a child, the most urgent first. `unknown` means that the family has not given any information. */
export type MarkKind = 'allergy' | 'medicine' | 'condition' | 'help' | 'unknown';

export interface HealthMark {
  kind: MarkKind;
  /** Null if the mark consists of its word only. */
  text: string | null;
  /** True if the information came with a guest's booking and the family has not confirmed it. */
  isUnconfirmed: boolean;
}

const lists = [
  ['allergy', 'allergies', 'allergies'],
  ['medicine', 'medicines', 'medications'],
  ['condition', 'conditions', 'medical_conditions'],
  ['help', 'help', 'physical_limitations'],
] as const;

/** A child with nothing to report has no marks. */
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

/** Coaches need these texts at once, so the row shows them. Texts of conditions and help appear on tap. */
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
