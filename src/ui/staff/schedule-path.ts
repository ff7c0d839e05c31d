import { staffPaths } from '#config/staff-paths.ts';

/** The sheet of a session or camp in the schedule. */
export const schedulePath = (id: string): string => `${staffPaths.managementSchedule}?place=${id}`;
