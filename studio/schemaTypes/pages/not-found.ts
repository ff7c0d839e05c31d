import { defineType } from 'sanity';
import { chat, head, link, picture, seo, words } from './fields.ts';

export const notFoundPage = defineType({
  name: 'notFoundPage',
  title: 'Page not found',
  type: 'document',
  icon: () => '🛶',
  fields: [
    ...head(),
    words({ name: 'refreshLabel', title: 'Button that reloads the page', max: 40 }),
    chat('chat', 'WhatsApp button'),
    link('link', 'Link back'),
    picture('picture', 'Picture'),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'Page not found', subtitle: '404' }) },
});
