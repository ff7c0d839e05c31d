import { defineType } from 'sanity';
import { chat, head, link, part, seo, text, words } from '../fields.ts';

/** The page “All camps”, which lists every coming camp and has filters (decisions "/camps-new"). */
export const campsNewPage = defineType({
  name: 'campsNewPage',
  title: 'All camps',
  type: 'document',
  icon: () => '🗓️',
  fields: [
    part('hero', 'First screen', head()),
    part('filters', 'Filters', [
      words({ name: 'heading', title: 'Heading', max: 60 }),
      words({ name: 'tierLabel', title: 'Camp', max: 40 }),
      words({ name: 'locationLabel', title: 'Base', max: 40 }),
      words({ name: 'datesLabel', title: 'Dates', max: 40 }),
      words({ name: 'ageLabel', title: 'Age', max: 40 }),
      words({ name: 'anyLabel', title: 'Choice that shows all', max: 40 }),
      words({ name: 'clearLabel', title: 'Button that clears the filters', max: 40 }),
      words({ name: 'countText', title: 'Number of camps found', max: 60, fills: ['count'] }),
    ]),
    part('empty', 'When no camp fits', [
      words({ name: 'heading', title: 'Heading', max: 80 }),
      text({ name: 'text', title: 'Text', max: 240 }),
      chat('chat', 'WhatsApp button'),
    ]),
    part('closing', 'Closing', [...head(), link('link', 'Button')]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'All camps', subtitle: '/camps-new' }) },
});
