import { staffPaths } from '#config/staff-paths.ts';

/** The address of a coach's week for admins. The coach is given by id, or by name where only that is known. */
export const coachPath = (coach: string): string =>
  `${staffPaths.myWeek}?${new URLSearchParams({ coach }).toString()}`;
