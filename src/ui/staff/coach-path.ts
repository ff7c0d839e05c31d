import { staffPaths } from '#config/staff-paths.ts';

/** Returns the address of a coach's week for admins. The coach is given by id, or by name if only that is known. */
export const coachPath = (coach: string): string =>
  `${staffPaths.myWeek}?${new URLSearchParams({ coach }).toString()}`;
