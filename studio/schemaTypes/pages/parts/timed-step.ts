import { defineType } from 'sanity';
import { count } from '../../fields.ts';
import { text, words } from '../fields.ts';
import { twoLines } from '../preview.ts';

/** A step of a class, with the number of minutes after which it starts. */
export const timedStep = defineType({
  name: 'timedStep',
  title: 'Step',
  type: 'object',
  fields: [
    count('minute', 'Begins at minute', 0),
    words({ name: 'title', title: 'Title', max: 80 }),
    text({ name: 'text', title: 'Text', max: 300 }),
  ],
  preview: twoLines('title', 'minute', { before: 'Minute ' }),
});
