import * as v from 'valibot';

/** The four teams, as content, till and pages name them (spec 2 §3). */
export const TeamId = v.picklist(['white', 'red', 'black', 'x'], 'is none of the four');
export type TeamId = v.InferOutput<typeof TeamId>;
