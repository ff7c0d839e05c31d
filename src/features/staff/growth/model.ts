import {
  type CampReports,
  type Foundation,
  growthMarks,
  type GrowthMark,
  type GrowthReport,
  type ReportChild,
  type ReportFields,
} from '#contract/growth-reports.ts';
import type { Faults } from '#domain/fault.ts';
import { oneLine } from '#domain/one-line.ts';

/** A foundation as the site's content has it now. */
export type FoundationText = Omit<Foundation, 'mark'>;

/**
 * The values of the form: each mark by the foundation's key, the sentence, and the level as text.
 */
export type Values = Record<string, string>;

export const markField = (key: string): string => `mark-${key}`;
const isMark = (value: string | undefined): value is GrowthMark => growthMarks.some((mark) => mark === value);

/**
 * Returns the foundations of a report. A report that was begun keeps the texts that it was begun
 * with, so that an editor's change does not put other words beside a mark.
 */
export const foundationsOf = (
  report: GrowthReport | null,
  content: readonly FoundationText[],
): readonly FoundationText[] => report?.foundations ?? content;

export const emptyValues = (foundations: readonly FoundationText[]): Values => ({
  ...Object.fromEntries(foundations.map(({ key }) => [markField(key), ''])),
  sentence: '',
  level: '',
});

/** Returns the level to which a report still has to move the child up, or null. */
export const moveOf = (report: Pick<GrowthReport, 'level'> | null, level: number): number | null =>
  report?.level != null && report.level > level ? report.level : null;

export const valuesOf = (
  report: GrowthReport | null,
  foundations: readonly FoundationText[],
  level: number,
): Values => ({
  ...emptyValues(foundations),
  ...Object.fromEntries((report?.foundations ?? []).map(({ key, mark }) => [markField(key), mark ?? ''])),
  sentence: report?.sentence ?? '',
  level: moveOf(report, level)?.toString() ?? '',
});

export function bodyOf(
  values: Values,
  foundations: readonly FoundationText[],
  isReady: boolean,
): ReportFields {
  const sentence = oneLine(values['sentence'] ?? '', 600).trim();
  const level = Number(values['level'] ?? '');
  return {
    foundations: foundations.map(({ key, emoji, title, text }) => {
      const mark = values[markField(key)];
      return { key, emoji, title, text, mark: isMark(mark) ? mark : null };
    }),
    sentence: sentence === '' ? null : sentence,
    level: level > 0 ? level : null,
    is_ready: isReady,
  };
}

/** Returns what a report lacks before somebody can release it. */
export function missingOf(values: Values, foundations: readonly FoundationText[]): Faults {
  const faults: Faults = {};
  for (const { key } of foundations)
    if (!isMark(values[markField(key)])) faults[markField(key)] = { kind: 'choose' };
  if ((values['sentence'] ?? '').trim() === '') faults['sentence'] = { kind: 'missing' };
  return faults;
}

/** Returns the foundations for which two reports have another mark. */
export const otherMarks = (theirs: GrowthReport, values: Values): readonly Foundation[] =>
  theirs.foundations.filter(({ key, mark }) => (values[markField(key)] ?? '') !== (mark ?? ''));

/** The state that the list shows beside a child's name. */
export type ChildState = 'not_here' | 'unmarked' | 'due' | 'draft' | 'returned' | 'ready' | 'released';

export function stateOf({ days_attended, days_marked, report }: ReportChild): ChildState {
  if (report?.state === 'released') return 'released';
  if (days_attended === 0) return days_marked === 0 ? 'unmarked' : 'not_here';
  if (report === null) return 'due';
  if (report.state === 'draft' && report.returned_note !== null) return 'returned';
  return report.state;
}

const toWrite: readonly ChildState[] = ['due', 'draft', 'returned'];

/**
 * Returns the next child without a finished report, after this one and then from the beginning.
 * Returns null if there is none.
 */
export function nextChild(list: readonly ReportChild[], after: string): ReportChild | null {
  const index = list.findIndex(({ child_id }) => child_id === after);
  const ordered = [...list.slice(index + 1), ...list.slice(0, Math.max(index, 0))];
  return ordered.find((child) => toWrite.includes(stateOf(child))) ?? null;
}

/** Returns whether the caller may release this report. The database checks this again. */
export const canRelease = (
  camp: Pick<CampReports, 'may_release' | 'may_release_own'>,
  report: GrowthReport | null,
): report is GrowthReport =>
  report?.state === 'ready' && camp.may_release && (!report.is_own || camp.may_release_own);

export const readyToRelease = (camp: CampReports): { child: ReportChild; report: GrowthReport }[] =>
  camp.list.flatMap((child) =>
    child.days_attended > 0 && canRelease(camp, child.report) ? [{ child, report: child.report }] : [],
  );

/** Returns how often each mark was given, in the order of the scale. */
export const countMarks = (foundations: readonly Foundation[]): { mark: GrowthMark; count: number }[] =>
  growthMarks
    .map((mark) => ({ mark, count: foundations.filter((one) => one.mark === mark).length }))
    .filter(({ count }) => count > 0);
