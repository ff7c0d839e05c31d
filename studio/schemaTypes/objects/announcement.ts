import { defineField, defineType } from 'sanity';
import { flag, line } from '../fields.ts';
import { announcementProblem, announcementRemark } from '../rules/announcement.ts';
import { showing } from '../time-fields.ts';

export const announcement = defineType({
  name: 'announcement',
  title: 'Announcement bar',
  type: 'object',
  fields: [
    flag('shown', 'Shown', false, 'When this is off, no page shows the bar, whatever its times are.'),
    line({ name: 'text', title: 'Text', max: 120, optional: true }),
    defineField({ name: 'link', title: 'Link', type: 'link' }),
    showing({ title: 'Shown from and until' }),
  ],
  validation: (rule) => [
    rule.custom<{ shown?: boolean; text?: string }>((announced, { document }) => {
      const message = announcementProblem({ bar: document?.['bar'], announcement: announced ?? null });
      return message === null ? true : { message, path: ['text'] };
    }),
    rule
      .custom<{ shown?: boolean; showing?: { from?: string; until?: string } }>((announced, { document }) => {
        const message = announcementRemark({ bar: document?.['bar'], announcement: announced ?? null });
        return message === null ? true : { message, path: ['shown'] };
      })
      .warning(),
  ],
});
