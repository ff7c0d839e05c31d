import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph } from '../fields.ts';

/** The three legal pages (specification 1, §2): one document each, at a fixed address. */
export const legalPage = defineType({
  name: 'legalPage',
  title: 'Legal page',
  type: 'document',
  description: 'Have a lawyer read what you change here before you publish it.',
  icon: () => '⚖️',
  fields: [
    line({ name: 'title', title: 'Title', max: 80 }),
    defineField({
      name: 'page',
      title: 'Address',
      type: 'string',
      readOnly: true,
      options: { list: ['terms-and-conditions', 'privacy-policy', 'terms-of-service'] },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'validFrom',
      title: 'Valid from',
      type: 'date',
      validation: (rule) => rule.required().error('Readers need to know since when this holds.'),
    }),
    paragraph({ name: 'introduction', title: 'Introduction', max: 600 }),
    defineField({
      name: 'sections',
      title: 'Sections',
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
