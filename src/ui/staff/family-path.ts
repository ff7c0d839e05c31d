import { staffPaths } from '#config/staff-paths.ts';

/** Returns the address of a family's page for staff. If a child is given, the page opens at this child. */
export const familyPath = (familyId: string, childId?: string): string =>
  `${staffPaths.managementFamilies}?family=${familyId}${childId === undefined ? '' : `#child-${childId}`}`;
