/** The validation of this Studio's Sanity version, for tests outside its package. */
export { createSchema } from 'sanity';
export { validateDocument } from '@sanity/validation';
