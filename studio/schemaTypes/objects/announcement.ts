import { defineField, defineType } from 'sanity';
import { flag, line } from '../fields.ts';
import { showing } from '../time-fields.ts';

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
