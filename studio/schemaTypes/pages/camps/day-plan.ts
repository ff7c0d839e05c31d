import { defineType } from 'sanity';
import { listOf, text, words } from '../fields.ts';
import { twoLines } from '../preview.ts';

export const dayPlan = defineType({
  name: 'dayPlan',
  title: 'Day',
  type: 'object',
  fields: [
    words({ name: 'label', title: 'Day', description: 'Such as “Monday”.', max: 40 }),
    words({ name: 'title', title: 'Title', max: 80 }),
    text({ name: 'text', title: 'Text', max: 300, optional: true }),
    listOf('items', 'Hours', 'timedPoint', 0, 12),
  ],
  preview: twoLines('label', 'title'),
});
