import { staffPaths } from '#config/staff-paths.ts';

/** Returns the address of a camp's growth reports. It has ids only, never a name. */
export const growthPath = (campId: string): string => `${staffPaths.growthReports}?camp=${campId}`;
