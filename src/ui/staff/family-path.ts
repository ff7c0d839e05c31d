import { staffPaths } from '#config/staff-paths.ts';

/** A family's page for staff, at one of its children if there is one. */
export const familyPath = (familyId: string, childId?: string): string =>
  `${staffPaths.managementFamilies}?family=${familyId}${childId === undefined ? '' : `#child-${childId}`}`;
