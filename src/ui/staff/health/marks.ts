import type { RosterHealth } from '#domain/health.ts';

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

/** What a coach needs at once says it in words on the row; conditions and help wait for a tap. */
export const isShownInFull = ({ kind }: HealthMark): boolean => kind !== 'condition' && kind !== 'help';

export interface EmergencyNote {
  text: string;
  isUnconfirmed: boolean;
}
/** What an ambulance should know first. */
export const emergencyNotes = ({ emergency, unconfirmed }: RosterHealth): EmergencyNote[] => [
  ...(emergency === null ? [] : [{ text: emergency, isUnconfirmed: false }]),
  ...unconfirmed
    .filter(({ field }) => field === 'emergency_medical_info')
    .map(({ text }) => ({ text, isUnconfirmed: true })),
];
