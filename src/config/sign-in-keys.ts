import { brand } from './brand.ts';

// Every page loads these keys, so the keys that few visitors need are in rare-storage-keys.ts.

/** The secrets of a sign-in with Google that has begun (features/auth/id-token). */
export const idToken = `${brand.slug}_id_token`;
export const returnQuery = `${brand.slug}_return_query`;
