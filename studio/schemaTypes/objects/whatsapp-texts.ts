import { defineType } from 'sanity';
import { paragraph } from '../fields.ts';

const message = (name: string, title: string, description: string) =>
  paragraph({ name, title, description, max: 300 });

/** Prepared first messages of WhatsApp chats with us. */
export const whatsappTexts = defineType({
  name: 'whatsappTexts',
  title: 'WhatsApp messages',
  type: 'object',
  fields: [
    message('general', 'General', 'From “WhatsApp Us” and the chat button.'),
    message('memberHelp', 'A member needs help', 'From the welcome chooser.'),
  ],
  options: { collapsible: true },
});
