import { defineField, defineType } from 'sanity';

/** One of our profiles on another site. */
export const socialLink = defineType({
  name: 'socialLink',
  title: 'Social link',
  type: 'object',
  fields: [
    defineField({
      name: 'platform',
      title: 'Where',
      type: 'string',
      options: { list: ['Instagram', 'Facebook', 'YouTube', 'TikTok', 'LinkedIn'] },
      validation: (rule) => rule.required().error('Where is it?'),
    }),
    defineField({
      name: 'url',
      title: 'Address',
      type: 'url',
      validation: (rule) =>
        rule
          .required()
          .uri({ scheme: ['https'] })
          .error('A link that begins with https://'),
    }),
  ],
  preview: { select: { title: 'platform', subtitle: 'url' } },
});
