import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph } from '../fields.ts';

/** The settings are one document, and this is its id. */
export const settingsId = 'siteSettings';

export const siteSettings = defineType({
  name: 'siteSettings',
  title: 'Settings',
  type: 'document',
  icon: () => '⚙️',
  groups: [
    { name: 'provider', title: 'Provider', default: true },
    { name: 'home', title: 'Home page' },
    { name: 'search', title: 'Search engines' },
  ],
  fields: [
    { ...line({ name: 'name', title: 'Name', max: 60 }), group: 'provider' },
    defineField({
      name: 'foundingYear',
      title: 'Founded in',
      description: 'Pages show the whole years since then.',
      type: 'number',
      group: 'provider',
      validation: (rule) => rule.required().integer().min(1900).max(2100).error('A year, such as 2001.'),
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
      name: 'hero',
      title: 'First screen',
      type: 'hero',
      group: 'home',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'booking',
      title: 'Weekend classes',
      type: 'bookingSection',
      group: 'home',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'passFootnotes',
      title: 'Footnotes under the pass cards',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      group: 'home',
      validation: (rule) => rule.max(4).error('Four footnotes at most.'),
    }),
    { ...line({ name: 'metaTitle', title: 'Title in search results', max: 70 }), group: 'search' },
    { ...paragraph({ name: 'metaDescription', title: 'Text in search results', max: 160 }), group: 'search' },
  ],
  preview: { prepare: () => ({ title: 'Settings' }) },
});
