import { defineArrayMember, defineField, defineType } from 'sanity';
import { flag, line, lines, order, paragraph, picture } from '../fields.ts';

export const coach = defineType({
  name: 'coach',
  title: 'Coach',
  type: 'document',
  icon: () => '🧢',
  fields: [
    line({
      name: 'name',
      title: 'Name',
      description: 'What children call them, for example “Coach Hafiz”.',
      max: 60,
    }),
    line({ name: 'role', title: 'Role', max: 80 }),
    paragraph({ name: 'bio', title: 'About them', max: 320 }),
    line({ name: 'quote', title: 'Quote', max: 160 }),
    lines({ name: 'certificates', title: 'Certificates', min: 1, max: 5 }),
    defineField({
      name: 'pages',
      title: 'Shown on',
      description:
        'These pages show this coach after the coaches that the page itself lists. If a page lists this coach, it shows them in any case.',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      options: {
        list: [
          { value: 'home', title: 'Home' },
          { value: 'about', title: 'About us' },
        ],
      },
      initialValue: ['home', 'about'],
      validation: (rule) => rule.unique(),
    }),
    flag('shown', 'Shown on the site', true),
    picture(),
    order(),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'role', media: 'picture.image' } },
});
