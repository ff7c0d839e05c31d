import { defineArrayMember, defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { line, order, paragraph, picture } from '../fields.ts';
import { showing } from '../time-fields.ts';
import { highlightProblem } from '../rules/highlight.ts';

const places = ['home', 'camps', 'epic', 'birthdays', 'about'];

/** The testimonial of a parent (spec 2 §3). Editors may publish only what somebody really said and agreed to. */
export const testimonial = defineType({
  name: 'testimonial',
  title: 'Testimonial',
  type: 'document',
  icon: () => '💬',
  fields: [
    paragraph({
      name: 'text',
      title: 'What they said',
      description: 'Leave out the quotation marks.',
      max: 400,
    }),
    defineField({
      name: 'highlight',
      title: 'Highlighted words',
      description: 'Copy them exactly from the text.',
      type: 'string',
      validation: (rule) =>
        rule.custom((value, { document }) => {
          const text = document?.['text'];
          return highlightProblem(value, typeof text === 'string' ? text : '') ?? true;
        }),
    }),
    line({
      name: 'author',
      title: 'Author',
      description: 'First name and initial, for example “Mei Ling T.”',
      max: 60,
    }),
    line({
      name: 'detail',
      title: 'Who they are',
      description: 'For example, “Mum of a White {product}, 6”. Never use a child’s name.',
      max: 80,
    }),
    defineField({
      name: 'pages',
      title: 'Shown on',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      options: { list: places },
      validation: (rule) => rule.required().min(1).unique().error('Choose at least one page.'),
    }),
    showing(),
    picture(),
    order(),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: {
    select: { author: 'author', text: 'text', media: 'picture.image' },
    prepare: ({ author, text }) => ({
      title: String(author ?? 'Somebody'),
      subtitle: withProduct(String(text ?? '')),
    }),
  },
});
