import { brand } from './brand.ts';

// Keys as in rare-storage-keys.ts, apart because every page loads those.

/** The secrets of a sign-in with Google that has begun (features/auth/id-token). */
export const idToken = `${brand.slug}_id_token`;
export const returnQuery = `${brand.slug}_return_query`;
