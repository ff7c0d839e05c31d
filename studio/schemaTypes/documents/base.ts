import { defineField, defineType } from 'sanity';
import { line, madeName, order, paragraph, picture } from '../fields.ts';

export const base = defineType({
  name: 'base',
  title: 'Base',
  type: 'document',
  icon: () => '📍',
  fields: [
    line({ name: 'name', title: 'Name', max: 60 }),
    line({
      name: 'shortName',
      title: 'Short name',
      description: 'Shown where there is little room, for example “Orchard”.',
      max: 24,
    }),
    paragraph({ name: 'address', title: 'Address', max: 200 }),
    defineField({
      name: 'mapUrl',
      title: 'Map link',
      type: 'url',
      validation: (rule) =>
        rule
          .required()
          .uri({ scheme: ['https'] })
          .error('Enter a link to a map that starts with https://.'),
    }),
    paragraph({ name: 'description', title: 'Description', max: 240 }),
    line({
      name: 'meetingPoint',
      title: 'Meeting point',
      description: 'Where families find the coach.',
      max: 160,
    }),
    picture(),
    order(),
    defineField({
      name: 'use',
      title: 'Used for',
      type: 'string',
      options: {
        list: [
          { value: 'camps', title: 'Camps' },
          { value: 'classes', title: 'Weekend classes' },
        ],
        layout: 'radio',
      },
      initialValue: 'camps',
      validation: (rule) => rule.required(),
    }),
    madeName('base', 'slug'),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'address', media: 'picture.image' } },
});
