import { staffPaths } from '#config/staff-paths.ts';

/** Returns the address of a session or camp in the schedule, where it opens in a sheet. */
export const schedulePath = (id: string): string => `${staffPaths.managementSchedule}?place=${id}`;
