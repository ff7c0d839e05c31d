import { defineField, defineType } from 'sanity';
import { flag, line, paragraph } from '../fields.ts';
import { seoDescriptionRemark, seoTitleRemark } from '../rules/seo.ts';

export const seo = defineType({
  name: 'seo',
  title: 'Search engines and sharing',
  type: 'object',
  fields: [
    {
      ...line({ name: 'title', title: 'Title in search results', max: 90 }),
      validation: (rule) => [
        rule.required().max(90).error('Enter a title of 90 characters or fewer.'),
        rule.custom((value?: string) => seoTitleRemark(value) ?? true).warning(),
      ],
    },
    {
      ...paragraph({ name: 'description', title: 'Text in search results', max: 300 }),
      validation: (rule) => [
        rule.required().max(300).error('Enter a description of 300 characters or fewer.'),
        rule.custom((value?: string) => seoDescriptionRemark(value) ?? true).warning(),
      ],
    },
    defineField({
      name: 'shareImage',
      title: 'Picture in chats',
      description: '1200 × 630 pixels. Leave this empty to use the picture from the settings.',
      type: 'image',
      options: { hotspot: true },
    }),
    flag('noIndex', 'Hidden from search engines', false),
  ],
  options: { collapsible: true, collapsed: true },
});
