import { defineArrayMember, defineField, defineType } from 'sanity';
import { plural } from '../../../supabase/functions/_shared/contract/plural.ts';
import { withProduct } from '../../../src/config/brand.ts';
import { line, madeName, paragraph } from '../fields.ts';
import { formFieldsProblem, type FormField } from '../rules/form-fields.ts';

/** A form. Its answers become the arguments of `submit_form_response` (decisions "/birthday-rsvp, /dynamic-form"). */
export const form = defineType({
  name: 'form',
  title: 'Form',
  type: 'document',
  icon: () => '📝',
  groups: [
    { name: 'fields', title: 'Questions', default: true },
    { name: 'words', title: 'Texts around the questions' },
  ],
  fields: [
    { ...line({ name: 'title', title: 'Title', max: 80 }), group: ['fields', 'words'] },
    { ...paragraph({ name: 'lead', title: 'Lead', max: 300 }), group: ['fields', 'words'] },
    defineField({
      name: 'fields',
      title: 'Questions',
      type: 'array',
      group: 'fields',
      of: [defineArrayMember({ type: 'formField' })],
      validation: (rule) => [
        rule.required().error('Add at least one question.'),
        rule.max(60).error('Use 60 questions or fewer.'),
        rule.custom<FormField[]>((value) => formFieldsProblem(value) ?? true),
      ],
    }),
    {
      ...paragraph({
        name: 'consentText',
        title: 'Text above the button',
        description: 'Say what we do with the answers. The page adds the link to the privacy policy.',
        max: 400,
      }),
      group: 'words',
    },
    { ...line({ name: 'submitLabel', title: 'Button', max: 40 }), group: 'words' },
    { ...line({ name: 'successHeading', title: 'Heading after sending', max: 80 }), group: 'words' },
    { ...paragraph({ name: 'successText', title: 'Text after sending', max: 300 }), group: 'words' },
    {
      ...paragraph({
        name: 'declinedText',
        title: 'Text after “we can’t come” is sent',
        max: 300,
        optional: true,
      }),
      group: 'words',
    },
    {
      ...paragraph({
        name: 'closedText',
        title: 'When the party has ended or is cancelled',
        max: 300,
        optional: true,
      }),
      group: 'words',
    },
    {
      ...paragraph({
        name: 'unknownText',
        title: 'When no party matches the link',
        max: 300,
        optional: true,
      }),
      group: 'words',
    },
    madeName('form', 'slug'),
  ],
  preview: {
    select: { title: 'title', fields: 'fields' },
    prepare: ({ title, fields }: { title?: string; fields?: unknown[] }) => ({
      title: withProduct(title ?? 'Unnamed form'),
      subtitle: plural(Object.keys(fields ?? {}).length, 'question'),
    }),
  },
});
