import { defineField, defineType } from 'sanity';
import { flag, line, showing } from '../fields.ts';

export const announcement = defineType({
  name: 'announcement',
  title: 'Announcement bar',
  type: 'object',
  fields: [
    flag('shown', 'Shown', false),
    line({ name: 'text', title: 'Text', max: 120 }),
    defineField({ name: 'link', title: 'Link', type: 'link' }),
    showing(),
  ],
});
