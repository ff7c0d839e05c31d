import * as v from 'valibot';

/** The ids of the four teams in content, SQL and pages (spec 2 §3). The youngest team comes first. */
export const teamIds = ['white', 'red', 'black', 'x'] as const;
export const TeamId = v.picklist(teamIds, 'is none of the four');
export type TeamId = v.InferOutput<typeof TeamId>;
