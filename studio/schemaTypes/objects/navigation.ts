import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, lines, paragraph } from '../fields.ts';

const links = (name: string, title: string, max: number) =>
  defineField({
    name,
    title,
    type: 'array',
    of: [defineArrayMember({ type: 'link' })],
    validation: (rule) => rule.required().min(1).max(max).error(`“${title}” needs 1 to ${max} links.`),
  });

/** Texts and links of the top bar and the side menu (spec 1 §2). Links for staff are in the code. */
export const navigation = defineType({
  name: 'navigation',
  title: 'Navigation',
  type: 'object',
  fields: [
    links('links', 'Links', 8),
    line({ name: 'whatsappLabel', title: 'WhatsApp link', max: 30 }),
    line({ name: 'menuTitle', title: 'Side menu title', max: 30 }),
    defineField({ name: 'button', title: 'Button in the side menu', type: 'link' }),
  ],
});

export const footer = defineType({
  name: 'footer',
  title: 'Footer',
  type: 'object',
  fields: [
    paragraph({ name: 'text', title: 'Who we are', max: 200 }),
    line({ name: 'linksHeading', title: 'Heading for the links', max: 30 }),
    links('links', 'Links', 12),
    line({ name: 'contactLabel', title: 'Link to the welcome chooser', max: 30 }),
    line({ name: 'basesHeading', title: 'Heading for the bases', max: 30 }),
    line({ name: 'socialHeading', title: 'Heading for the social links', max: 30 }),
    lines({
      name: 'smallPrint',
      title: 'Small print',
      description: 'The site adds the year and the name before this text.',
      max: 4,
    }),
  ],
});
