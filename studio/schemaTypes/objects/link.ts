import { defineField, defineType } from 'sanity';
import { line } from '../fields.ts';
import { leadsSomewhere } from '../links.ts';

export const link = defineType({
  name: 'link',
  title: 'Link',
  type: 'object',
  fields: [
    line({ name: 'label', title: 'Words', max: 60 }),
    defineField({
      name: 'href',
      title: 'Leads to',
      description:
        'A page of this site such as /camps, or an address that begins with https://. {product} stands for the product’s short name.',
      type: 'string',
      validation: (rule) => [rule.required().error('Where does it lead?'), rule.custom(leadsSomewhere)],
    }),
  ],
  preview: { select: { title: 'label', subtitle: 'href' } },
});
