import * as v from 'valibot';

/** The four teams, as content, till and pages name them (spec 2 §3); the youngest first. */
export const teamIds = ['white', 'red', 'black', 'x'] as const;
export const TeamId = v.picklist(teamIds, 'is none of the four');
export type TeamId = v.InferOutput<typeof TeamId>;
