import { defineField, defineType } from 'sanity';
import { flag, line } from '../fields.ts';
import { announcementProblem, announcementRemark } from '../rules/announcement.ts';
import { showing } from '../time-fields.ts';

interface Announcement {
  shown?: boolean;
  text?: string;
  showing?: { from?: string; until?: string };
}

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
    rule.custom<Announcement>((announced, { document }) => {
      const message = announcementProblem({ bar: document?.['bar'], announcement: announced ?? null });
      return message === null ? true : { message, path: ['text'] };
    }),
    rule
      .custom<Announcement>((announced, { document }) => {
        const message = announcementRemark({ bar: document?.['bar'], announcement: announced ?? null });
        return message === null ? true : { message, path: ['shown'] };
      })
      .warning(),
  ],
});
