import { defineField, defineType } from 'sanity';
import { line } from '../fields.ts';
import { linkRules } from '../links.ts';

export const link = defineType({
  name: 'link',
  title: 'Link',
  type: 'object',
  fields: [
    line({ name: 'label', title: 'Label', max: 60 }),
    defineField({
      name: 'href',
      title: 'Address',
      description:
        'A page on this site, such as /camps, or an address that starts with https://. {product} stands for the product’s short name.',
      type: 'string',
      validation: (rule) => [rule.required().error('Enter an address.'), ...linkRules(rule)],
    }),
  ],
  preview: { select: { title: 'label', subtitle: 'href' } },
});
