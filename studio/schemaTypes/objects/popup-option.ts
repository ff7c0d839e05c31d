import { defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { line } from '../fields.ts';
import { linkRules } from '../links.ts';

const actions = [
  { value: 'link', title: 'Opens a page' },
  { value: 'booking', title: 'Scrolls to the weekend classes' },
  { value: 'member-help', title: 'Shows community support' },
  { value: 'whatsapp', title: 'Opens a WhatsApp chat (the message is in the settings)' },
  { value: 'community', title: 'Opens the community group' },
  { value: 'reload', title: 'Reloads the page' },
  { value: 'submit', title: 'Sends the form' },
  { value: 'close', title: 'Closes the popup' },
];

export const popupOption = defineType({
  name: 'popupOption',
  title: 'Choice',
  type: 'object',
  fields: [
    line({ name: 'label', title: 'Label', max: 60 }),
    line({
      name: 'hint',
      title: 'Hint',
      description: 'Shown in small type below the label.',
      max: 80,
      optional: true,
    }),
    defineField({
      name: 'action',
      title: 'Action',
      type: 'string',
      options: { list: actions },
      initialValue: 'link',
      validation: (rule) => rule.required().error('Choose an action.'),
    }),
    defineField({
      name: 'href',
      title: 'Address',
      description:
        'Only for “Opens a page”. A page on this site, such as /camps, or an address that starts with https://.',
      type: 'string',
      hidden: ({ parent }: { parent?: { action?: string } }) => parent?.action !== 'link',
      validation: linkRules,
    }),
  ],
  validation: (rule) =>
    rule.custom((option: { action?: string; href?: string } | undefined) =>
      option?.action === 'link' && !option.href ? { message: 'Enter an address.', path: ['href'] } : true,
    ),
  preview: {
    select: { title: 'label', action: 'action', href: 'href' },
    prepare: ({ title, action, href }) => ({
      title: withProduct(String(title ?? 'No label')),
      subtitle:
        action === 'link' ? String(href ?? '') : (actions.find(({ value }) => value === action)?.title ?? ''),
    }),
  },
});
