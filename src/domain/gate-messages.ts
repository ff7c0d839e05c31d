import type { DifferingMark, HeadCount, MarkState } from '#contract/roster.ts';
import { formatClock } from './dates.ts';

const collectors: Record<NonNullable<MarkState['collected_by']>, (name: string) => string> = {
  parent: (name) => `with ${name} (parent)`,
  listed_person: (name) => `with ${name}`,
  other_person: (name) => `with ${name}, not on the list`,
  alone: () => 'alone',
};

/** Returns for example "alone" or "with Mei Tan (parent)". The name is deleted after 90 days. */
export function wayOut({ collected_by, handed_to }: Pick<MarkState, 'collected_by' | 'handed_to'>): string {
  if (collected_by === null) return '';
  return collectors[collected_by](handed_to ?? 'somebody');
}

/** Returns one of two marks that differ between devices, e.g. as "Gone 5.01 pm with Granny Tan". */
export function differingLine({ kind, made_at, marked_by, ...mark }: DifferingMark): string {
  const at = formatClock(made_at);
  const text =
    kind === 'out'
      ? `Gone ${at}, ${wayOut(mark)}`
      : kind === 'absent'
        ? `Absent, ${at}`
        : `In ${at}${kind === 'late' ? ', late' : ''}`;
  return marked_by === null ? text : `${text} (${marked_by})`;
}

export const differingMessages = {
  title: (name: string) => `${name}: two devices have recorded different things.`,
  ask: 'Which is right? Until somebody decides, the later one counts.',
  choose: (line: string) => `Use this record: ${line}`,
} as const;

export const notHandedOverLine = ({
  at,
  person,
  reason,
}: NonNullable<MarkState['not_handed_over']>): string =>
  `Not handed over to ${person}, ${formatClock(at)}: ${reason}`;

/** Returns for example "In 8.58 am, late", "Gone 5.01 pm, with Granny Tan" or "Gone 6.30 am, alone". */
export function stateLine(now: MarkState): string {
  const at = (moment: string | null) => (moment === null ? '' : ` ${formatClock(moment)}`);
  if (now.state === 'in') return `In${at(now.checked_in_at)}${now.is_late ? ', late' : ''}`;
  if (now.state === 'absent') return `Absent${at(now.changed_at)}`;
  if (now.state === 'expected') return 'Expected';
  const collectedBy = wayOut(now);
  return `Gone${at(now.checked_out_at)}${collectedBy === '' ? '' : `, ${collectedBy}`}${now.by_code ? ', code correct' : ''}`;
}

/** Returns the concerns about a hand-over, for staff who read the row later. Returns null if there were none. */
export const concernLine = ({ concerns, is_confirmed, reason }: MarkState): string | null => {
  if (concerns.length === 0) return null;
  const text = concerns.map((concern) => concernNames[concern]).join(', ');
  return is_confirmed && reason !== null
    ? `Against the rules (${text}). Reason: ${reason}`
    : `Against the rules (${text}). It was recorded offline, without a check.`;
};
const concernNames = {
  too_young: 'too young to go alone',
  no_consent: 'no parent has allowed it',
  blocked_person: 'must never collect this child',
  not_listed: 'not on the list',
  no_photo_id: 'no photo ID seen',
  parent_not_called: 'no parent was asked',
} satisfies Record<MarkState['concerns'][number], string>;

/** Returns the line of every screen that counts children, e.g. "9 here, 2 gone, 1 absent, 0 expected". */
export const headLine = ({ here, out, absent, expected, differing }: HeadCount): string =>
  [
    `${here} here`,
    `${out} gone`,
    `${absent} absent`,
    `${expected} expected`,
    ...(differing > 0 ? [`${differing} recorded differently on two devices`] : []),
  ].join(', ');

export const stateNames: Record<MarkState['state'], string> = {
  in: 'here',
  out: 'gone',
  absent: 'absent',
  expected: 'expected',
};
