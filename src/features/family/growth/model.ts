import type { FamilyGrowthReport, GrowthMark, NextSuggestion } from '#contract/growth-reports.ts';
import { paths } from '#config/paths.ts';

/** Returns the report of the id, or else the latest one. */
export const reportOf = (
  reports: readonly FamilyGrowthReport[],
  id: string | null,
): FamilyGrowthReport | undefined => reports.find((report) => report.id === id) ?? reports[0];

const yearOf = ({ last_day }: FamilyGrowthReport): number => Number(last_day.slice(0, 4));

/** Returns the child's latest report of the year before, to show beside this one. */
export const lastYearOf = (
  reports: readonly FamilyGrowthReport[],
  report: FamilyGrowthReport,
): FamilyGrowthReport | undefined =>
  reports.find((other) => other.child_id === report.child_id && yearOf(other) === yearOf(report) - 1);

/** The mark of a foundation last year. Editors may have renamed or moved it since, so its title decides. */
export const markThen = (report: FamilyGrowthReport | undefined, title: string): GrowthMark | null =>
  report?.foundations.find((foundation) => foundation.title === title)?.mark ?? null;

/** Where the family books what is suggested, or joins its waitlist. */
export function suggestionPath({ kind, id, places }: NextSuggestion, childId: string): string {
  if (places === 0) return `${paths.waitlist}?${kind}=${id}`;
  return kind === 'session' ? `${paths.familyBook}?child=${childId}` : `${paths.campsBook}?camp=${id}`;
}
