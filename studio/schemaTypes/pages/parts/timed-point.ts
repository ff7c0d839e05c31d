import { defineField, defineType } from 'sanity';
import { text, words } from '../fields.ts';
import { twoLines } from '../preview.ts';

export const timedPoint = defineType({
  name: 'timedPoint',
  title: 'Day plan entry',
  type: 'object',
  fields: [
    defineField({
      name: 'time',
      title: 'Time',
      description: 'Use the 24-hour clock, for example 08:30. Pages show 8.30 am.',
      type: 'string',
      validation: (rule) =>
        rule
          .required()
          .regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, { name: 'time' })
          .error('Enter a time on the 24-hour clock, such as 08:30.'),
    }),
    words({ name: 'title', title: 'Title', max: 80 }),
    text({ name: 'text', title: 'Text', max: 240, optional: true }),
  ],
  preview: twoLines('title', 'time'),
});
