import { defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { line } from '../fields.ts';
import { leadsSomewhere } from '../links.ts';

const actions = [
  { value: 'link', title: 'Opens a page' },
  { value: 'booking', title: 'Scrolls to the weekend classes' },
  { value: 'member-help', title: 'Shows community support' },
  { value: 'whatsapp', title: 'Opens a WhatsApp chat (its message stands in the settings)' },
  { value: 'community', title: 'Opens the community group' },
  { value: 'reload', title: 'Loads the page again' },
  { value: 'submit', title: 'Sends the form' },
  { value: 'close', title: 'Closes it' },
];

export const popupOption = defineType({
  name: 'popupOption',
  title: 'Choice',
  type: 'object',
  fields: [
    line({ name: 'label', title: 'Words', max: 60 }),
    line({ name: 'hint', title: 'Hint', description: 'Small, below the words.', max: 80, optional: true }),
    defineField({
      name: 'action',
      title: 'What it does',
      type: 'string',
      options: { list: actions },
      initialValue: 'link',
      validation: (rule) => rule.required().error('What does it do?'),
    }),
    defineField({
      name: 'href',
      title: 'Leads to',
      description: 'Only for “Opens a page”: /camps, or an address that begins with https://.',
      type: 'string',
      hidden: ({ parent }: { parent?: { action?: string } }) => parent?.action !== 'link',
      validation: (rule) => rule.custom(leadsSomewhere),
    }),
  ],
  validation: (rule) =>
    rule.custom((option: { action?: string; href?: string } | undefined) =>
      option?.action === 'link' && !option.href ? { message: 'Where does it lead?', path: ['href'] } : true,
    ),
  preview: {
    select: { title: 'label', action: 'action', href: 'href' },
    prepare: ({ title, action, href }) => ({
      title: withProduct(String(title ?? 'No words')),
      subtitle:
        action === 'link' ? String(href ?? '') : (actions.find(({ value }) => value === action)?.title ?? ''),
    }),
  },
});
