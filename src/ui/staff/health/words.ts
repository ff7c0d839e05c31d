import type { HealthAnswer } from '../../../domain/health.ts';
import { formatDate, today } from '../../../domain/dates.ts';
import type { HealthMark, MarkKind } from './marks.ts';

const kinds: Record<MarkKind, string> = {
  allergy: 'Allergy',
  medicine: 'Medicine',
  condition: 'Condition',
  help: 'Needs help with',
  unknown: 'Health: nobody has told us',
};

export const healthMarkWords = {
  short: ({ kind, isUnconfirmed }: HealthMark): string =>
    kind === 'help' ? 'Needs help' : `${kinds[kind]}${isUnconfirmed ? ' (not confirmed)' : ''}`,
  full: ({ kind, text, isUnconfirmed }: HealthMark): string =>
    `${kinds[kind]}${text === null ? '' : `: ${text}`}${isUnconfirmed ? ' (told by a guest, not confirmed)' : ''}`,
  /** The three states, with when and by whom. */
  answer: ({ state, at, by }: HealthAnswer): string => {
    if (state === 'unknown') return 'Nobody has told us about this child’s health.';
    const when = at === null ? '' : `, ${formatDate(today(new Date(at)))}`;
    const who = by === null ? '' : ` by ${by}`;
    return state === 'nothing' ? `Nothing to report: said${who}${when}.` : `Told${who}${when}.`;
  },
} as const;
