import { defineType } from 'sanity';
import { text, words } from '../fields.ts';
import { twoLines } from '../preview.ts';

/** Opens WhatsApp with a prepared message; the number comes from the settings. */
export const chatButton = defineType({
  name: 'chatButton',
  title: 'WhatsApp button',
  type: 'object',
  fields: [
    words({ name: 'label', title: 'Label', max: 40 }),
    text({ name: 'message', title: 'Message already typed', max: 300 }),
  ],
  preview: twoLines('label', 'message'),
});
