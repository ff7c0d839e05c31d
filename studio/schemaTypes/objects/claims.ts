import { defineField, defineType } from 'sanity';
import { count, line } from '../fields.ts';

/** What we claim about ourselves. It must be true on the day it is published. */
export const claims = defineType({
  name: 'claims',
  title: 'Claims',
  type: 'object',
  fields: [
    line({ name: 'families', title: 'Families', description: 'Such as “100,000+ families”.', max: 40 }),
    defineField({
      name: 'rating',
      title: 'Average rating',
      description: 'Out of 5.',
      type: 'number',
      validation: (rule) =>
        rule.required().min(1).max(5).precision(1).error('From 1 to 5, with one decimal.'),
    }),
    count('childrenPerCoach', 'Children to a coach', 1),
    defineField({
      name: 'missions',
      title: 'Missions to choose from, at least',
      description: 'Shown as “18+”.',
      type: 'number',
      validation: (rule) => rule.integer().min(1).error('A whole number.'),
    }),
    {
      ...line({
        name: 'firstAid',
        title: 'First aid',
        description: 'Such as “First-aid certified coaches”.',
        max: 60,
      }),
      validation: (rule) => rule.max(60),
    },
  ],
});
