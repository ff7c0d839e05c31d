import { defineField, defineType } from 'sanity';
import { flag, lines, paragraph } from '../fields.ts';

const pinned = ['faq', 'campTier', 'pass', 'birthdayPackage', 'holidayPackage', 'base', 'team', 'coach'];

/** The answer that marketing wants for a question. It is a new text, or a text of the site that should come first. */
export const writtenAnswer = defineType({
  name: 'writtenAnswer',
  title: 'Written answer',
  type: 'document',
  icon: () => '✍️',
  fields: [
    lines({
      name: 'questions',
      title: 'Questions',
      description: 'Write it the way parents ask it. Put the plainest wording first, then others.',
      min: 1,
      max: 8,
    }),
    paragraph({
      name: 'answer',
      title: 'Answer',
      description:
        'Leave out prices and dates: the assistant looks those up. Leave this empty if you pin a text below.',
      max: 600,
      optional: true,
    }),
    defineField({
      name: 'pinned',
      title: 'Pinned text from the site',
      type: 'reference',
      to: pinned.map((type) => ({ type })),
    }),
    defineField({ name: 'link', title: 'Link below the answer', type: 'link' }),
    flag('shown', 'Shown', true, 'When this is off, the assistant ignores this answer.'),
  ],
  validation: (rule) =>
    rule.custom((value) =>
      value?.['answer'] || value?.['pinned'] ? true : 'Write an answer or pin a text.',
    ),
  preview: {
    select: { first: 'questions.0', shown: 'shown' },
    prepare: ({ first, shown }) => ({
      title: `${String(first ?? 'No question')}${shown === false ? ' (off)' : ''}`,
    }),
  },
});
