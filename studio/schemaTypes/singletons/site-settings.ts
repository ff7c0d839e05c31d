import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph } from '../fields.ts';

export const siteSettings = defineType({
  name: 'siteSettings',
  title: 'Site settings',
  type: 'document',
  icon: () => '⚙️',
  groups: [
    { name: 'provider', title: 'Provider', default: true },
    { name: 'chrome', title: 'On every page' },
    { name: 'chat', title: 'WhatsApp' },
    { name: 'search', title: 'Search engines' },
  ],
  fields: [
    { ...line({ name: 'name', title: 'Name', max: 60 }), group: 'provider' },
    defineField({
      name: 'foundingYear',
      title: 'Founded in',
      description: 'Pages show the number of full years since then.',
      type: 'number',
      group: 'provider',
      validation: (rule) =>
        rule.required().integer().min(1900).max(2100).error('Enter a year, such as 2001.'),
    }),
    defineField({
      name: 'contact',
      title: 'Contact',
      type: 'contact',
      group: 'provider',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'claims',
      title: 'Claims',
      type: 'claims',
      group: 'provider',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'socialLinks',
      title: 'Social links',
      type: 'array',
      of: [defineArrayMember({ type: 'socialLink' })],
      group: 'provider',
      validation: (rule) => rule.max(6),
    }),
    defineField({ name: 'announcement', title: 'Announcement bar', type: 'announcement', group: 'chrome' }),
    defineField({ name: 'navigation', title: 'Navigation', type: 'navigation', group: 'chrome' }),
    defineField({ name: 'footer', title: 'Footer', type: 'footer', group: 'chrome' }),
    defineField({ name: 'whatsappTexts', title: 'WhatsApp messages', type: 'whatsappTexts', group: 'chat' }),
    { ...line({ name: 'metaTitle', title: 'Title in search results', max: 70 }), group: 'search' },
    { ...paragraph({ name: 'metaDescription', title: 'Text in search results', max: 160 }), group: 'search' },
    defineField({
      name: 'shareImage',
      title: 'Picture in chats',
      description: '1200 × 630 pixels. Shown when somebody shares a page that has no picture of its own.',
      type: 'image',
      options: { hotspot: true },
      group: 'search',
    }),
  ],
  preview: { prepare: () => ({ title: 'Site settings' }) },
});
