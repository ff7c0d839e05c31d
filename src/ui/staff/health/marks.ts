import type { RosterHealth } from '#domain/health.ts';

/** The kinds of health marks, the most urgent first. `unknown` means that the family has not given any information. */
export type MarkKind = 'allergy' | 'medicine' | 'condition' | 'help' | 'unknown';

export interface HealthMark {
  kind: MarkKind;
  /** The text. Null if the mark consists only of its word. */
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

/** Returns a child's marks. If there is nothing to report, there are none. */
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

/**
 * Returns whether the row shows the text of a mark, because coaches need it at once. Texts of conditions and help
 * appear on tap.
 */
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
