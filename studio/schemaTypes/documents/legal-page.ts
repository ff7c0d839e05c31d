import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph } from '../fields.ts';
import { unchangedDateRemark, type LegalText } from '../rules/legal.ts';

/** A legal page. There are three, each a single document at a fixed address (spec 1 §2). */
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
      description: 'Fixed, because the checkout and the footer of every page link to it.',
      type: 'string',
      readOnly: true,
      options: {
        list: ['terms-and-conditions', 'privacy-policy', 'terms-of-service'].map((value) => ({
          value,
          title: `/${value}`,
        })),
      },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'validFrom',
      title: 'Valid from',
      description:
        'Shown at the top of the page. Change it when the terms change, not when you correct a typing error.',
      type: 'date',
      validation: (rule) => [
        rule.required().error('Choose a date: parents need to know when this took effect.'),
        rule
          .custom<string>(async (_value, { document, getClient }) => {
            const id = document?._id.replace(/^drafts\./, '') ?? '';
            const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'published' });
            const published = await client.fetch<LegalText | null>('*[_id == $id][0]', { id });
            return unchangedDateRemark(document as LegalText | undefined, published) ?? true;
          })
          .warning(),
      ],
    }),
    paragraph({ name: 'introduction', title: 'Introduction', max: 600 }),
    defineField({
      name: 'sections',
      title: 'Sections',
      description:
        'The texts of a new installation are a draft. Ask your lawyer to read them, and every change, before families rely on them.',
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
              description: 'Leave an empty line to start a new paragraph.',
              max: 3000,
            }),
            defineField({
              name: 'items',
              title: 'List',
              description: 'Optional. Shown below the text, one point per line.',
              type: 'array',
              of: [defineArrayMember({ type: 'string' })],
            }),
          ],
          preview: { select: { title: 'heading', subtitle: 'text' } },
        }),
      ],
      validation: (rule) =>
        rule.required().min(1).error('Add at least one section: without sections the page is empty.'),
    }),
    paragraph({ name: 'metaDescription', title: 'Description for search engines', max: 160 }),
  ],
  preview: { select: { title: 'title', subtitle: 'validFrom' } },
});
