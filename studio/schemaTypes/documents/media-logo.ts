import { defineField, defineType } from 'sanity';
import { line, order, picture } from '../fields.ts';

/** A newspaper or broadcaster that has reported about us. If it has no logo, its name is shown. */
export const mediaLogo = defineType({
  name: 'mediaLogo',
  title: 'Media logo',
  type: 'document',
  icon: () => '📰',
  fields: [
    line({ name: 'name', title: 'Name', max: 60 }),
    defineField({
      name: 'url',
      title: 'Article',
      description: 'Optional. A link to the article or programme about us.',
      type: 'url',
      validation: (rule) => rule.uri({ scheme: ['https'] }).error('Enter a link that starts with https://.'),
    }),
    picture('logo', 'Logo'),
    order(),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'name', media: 'logo.image' } },
});
