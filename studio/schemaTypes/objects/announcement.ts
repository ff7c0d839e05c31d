import { defineField, defineType } from 'sanity';
import { flag, line } from '../fields.ts';
import { showing } from '../time-fields.ts';

export const announcement = defineType({
  name: 'announcement',
  title: 'Announcement bar',
  type: 'object',
  fields: [
    flag('shown', 'Shown', false),
    line({ name: 'text', title: 'Text', max: 120, optional: true }),
    defineField({ name: 'link', title: 'Link', type: 'link' }),
    showing(),
  ],
  validation: (rule) =>
    rule.custom<{ shown?: boolean; text?: string }>((value, { document }) => {
      const isUsed = value?.shown === true && (document?._type !== 'page' || document['bar'] === 'own');
      if (!isUsed || value.text?.trim()) return true;
      return { message: 'Write what the bar says, or switch it off.', path: ['text'] };
    }),
});
