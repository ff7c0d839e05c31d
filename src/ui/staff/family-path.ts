import { staffPaths } from '#config/staff-paths.ts';

/** The address of a family's page for staff, optionally at one of its children. */
export const familyPath = (familyId: string, childId?: string): string =>
  `${staffPaths.managementFamilies}?family=${familyId}${childId === undefined ? '' : `#child-${childId}`}`;
