import type { FamilyGrowthReport, GrowthMark, NextSuggestion } from '#contract/growth-reports.ts';
import { paths } from '#config/paths.ts';

/**
 * Returns the report of the id, or the latest one if the address names none. It returns nothing for a report that was
 * taken back, because the latest one may be about another child.
 */
export const reportOf = (
  reports: readonly FamilyGrowthReport[],
  id: string | null,
): FamilyGrowthReport | undefined => (id === null ? reports[0] : reports.find((report) => report.id === id));

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

/** Where the family books what is suggested, gets a pass for it, or joins its waitlist. */
export function suggestionPath({ kind, id, places, has_credit }: NextSuggestion, childId: string): string {
  if (places === 0) return `${paths.waitlist}?${kind}=${id}`;
  if (kind === 'camp') return `${paths.campsBook}?camp=${id}`;
  return has_credit ? `${paths.familyBook}?child=${childId}&session=${id}` : `${paths.familyPasses}#buy`;
}
