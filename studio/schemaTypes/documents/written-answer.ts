import { defineField, defineType } from 'sanity';
import { flag, lines, paragraph } from '../fields.ts';

const pinned = ['faq', 'campTier', 'pass', 'birthdayPackage', 'holidayPackage', 'base', 'team', 'coach'];

/** An answer that marketing wants for a question: its own text, or a text of the site that should come first. */
export const writtenAnswer = defineType({
  name: 'writtenAnswer',
  title: 'Written answer',
  type: 'document',
  icon: () => '✍️',
  fields: [
    lines({
      name: 'questions',
      title: 'Questions',
      description: 'As parents ask it: the plainest first, then other wordings.',
      min: 1,
      max: 8,
    }),
    paragraph({
      name: 'answer',
      title: 'Answer',
      description: 'No prices or dates: those it asks the till for. Empty where a text is pinned.',
      max: 600,
      optional: true,
    }),
    defineField({
      name: 'pinned',
      title: 'Or this text of the site',
      type: 'reference',
      to: pinned.map((type) => ({ type })),
    }),
    defineField({ name: 'link', title: 'Leads on to', type: 'link' }),
    flag('shown', 'Shown', true, 'Off: the assistant answers as if it were not there.'),
  ],
  validation: (rule) =>
    rule.custom((value) =>
      value?.['answer'] || value?.['pinned'] ? true : 'Write an answer, or pin a text.',
    ),
  preview: {
    select: { first: 'questions.0', shown: 'shown' },
    prepare: ({ first, shown }) => ({
      title: `${String(first ?? 'No question')}${shown === false ? ' (off)' : ''}`,
    }),
  },
});
