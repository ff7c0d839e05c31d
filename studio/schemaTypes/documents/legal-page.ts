import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph } from '../fields.ts';

/** The three legal pages (spec 1 §2): one document each, at a fixed address. */
export const legalPage = defineType({
  name: 'legalPage',
  title: 'Legal page',
  type: 'document',
  icon: () => '⚖️',
  fields: [
    line({ name: 'title', title: 'Title', max: 80 }),
    defineField({
      name: 'page',
      title: 'Address',
      description: 'Fixed: the checkout and the foot of every page link to it.',
      type: 'string',
      readOnly: true,
      options: { list: ['terms-and-conditions', 'privacy-policy', 'terms-of-service'] },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'validFrom',
      title: 'Valid from',
      description:
        'Stands at the head of the page. Change it when what is agreed changes, not for a typing error.',
      type: 'date',
      validation: (rule) => rule.required().error('Readers need to know since when this holds.'),
    }),
    paragraph({ name: 'introduction', title: 'Introduction', max: 600 }),
    defineField({
      name: 'sections',
      title: 'Sections',
      description:
        'The texts of a new installation are a draft: have your lawyer read them, and every change, before families rely on them.',
      type: 'array',
      of: [
        defineArrayMember({
          name: 'legalSection',
          type: 'object',
          fields: [
            line({ name: 'heading', title: 'Heading', max: 80 }),
            paragraph({
              name: 'text',
              title: 'Text',
              description: 'An empty line begins a new paragraph.',
              max: 3000,
            }),
            defineField({
              name: 'items',
              title: 'List',
              description: 'Optional; stands below the text, one point a line.',
              type: 'array',
              of: [defineArrayMember({ type: 'string' })],
            }),
          ],
          preview: { select: { title: 'heading', subtitle: 'text' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).error('A legal page without sections says nothing.'),
    }),
    paragraph({ name: 'metaDescription', title: 'Description for search engines', max: 160 }),
  ],
  preview: { select: { title: 'title', subtitle: 'validFrom' } },
});
