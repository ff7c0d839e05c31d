import { defineField, defineType } from 'sanity';

export const socialLink = defineType({
  name: 'socialLink',
  title: 'Social link',
  type: 'object',
  fields: [
    defineField({
      name: 'platform',
      title: 'Platform',
      type: 'string',
      options: { list: ['Instagram', 'Facebook', 'YouTube', 'TikTok', 'LinkedIn'] },
      validation: (rule) => rule.required().error('Choose a platform.'),
    }),
    defineField({
      name: 'url',
      title: 'Address',
      type: 'url',
      validation: (rule) =>
        rule
          .required()
          .uri({ scheme: ['https'] })
          .error('Enter a link that starts with https://.'),
    }),
  ],
  preview: { select: { title: 'platform', subtitle: 'url' } },
});
