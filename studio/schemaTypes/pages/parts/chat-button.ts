import { defineType } from 'sanity';
import { text, words } from '../fields.ts';
import { twoLines } from '../preview.ts';

/** A button that opens WhatsApp with a prepared message. The number comes from the settings. */
export const chatButton = defineType({
  name: 'chatButton',
  title: 'WhatsApp button',
  type: 'object',
  fields: [
    words({ name: 'label', title: 'Label', max: 40 }),
    text({ name: 'message', title: 'Prefilled message', max: 300 }),
  ],
  preview: twoLines('label', 'message'),
});
