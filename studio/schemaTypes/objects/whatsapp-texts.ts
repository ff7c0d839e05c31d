import { defineType } from 'sanity';
import { paragraph } from '../fields.ts';

const message = (name: string, title: string, description: string, fills: string[] = []) =>
  paragraph({ name, title, description, max: 300, fills });

/** What is already typed when a chat with us opens. {camp} and {date} are filled in where they are known. */
export const whatsappTexts = defineType({
  name: 'whatsappTexts',
  title: 'WhatsApp messages',
  type: 'object',
  fields: [
    message('general', 'General', 'From “WhatsApp Us” and the chat button.'),
    message('memberHelp', 'A member needs help', 'From the welcome chooser.'),
    message('bookingIssue', 'Booking issue', 'When no camp fits; {camp} and {date} are filled in.', [
      'camp',
      'date',
    ]),
  ],
  options: { collapsible: true },
});
