import { defineType } from 'sanity';
import { lines, picture, text, words } from '../fields.ts';
import { twoLines } from '../preview.ts';

export const epicDay = defineType({
  name: 'epicDay',
  title: 'Day of EPIC Camp',
  type: 'object',
  fields: [
    picture('picture', 'Picture'),
    words({ name: 'label', title: 'Day', description: 'For example, “Day 1 (Monday)”.', max: 40 }),
    words({ name: 'title', title: 'Title', max: 80 }),
    text({ name: 'text', title: 'Text', max: 500 }),
    lines('activities', 'What happens', 1, 12),
    text({ name: 'note', title: 'Note', max: 300, optional: true }),
  ],
  preview: twoLines('title', 'label', { media: 'picture.image' }),
});
