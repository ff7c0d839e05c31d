export { createSchema } from 'sanity';
export { validateDocument } from '@sanity/validation';
