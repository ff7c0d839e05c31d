/** The rules of this Studio's Sanity, for the tests: they stand outside of its packages. */
export { createSchema } from 'sanity';
export { validateDocument } from '@sanity/validation';
