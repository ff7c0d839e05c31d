import { chat, part, seo, text, words } from '../fields.ts';

/** Texts of `/camps/book` (spec 2 §2 "Booking page"). */
export const bookPart = part('book', 'Page “Book a camp”', [
  words({ name: 'heading', title: 'Title', max: 80 }),
  text({ name: 'lead', title: 'Lead', max: 240, optional: true }),
  words({ name: 'weekHeading', title: 'Step 1', max: 60 }),
  words({ name: 'weekLabel', title: 'Name of a week', max: 40, fills: ['date'] }),
  words({ name: 'weekHint', title: 'Step 1, hint', max: 160, optional: true }),
  words({ name: 'campHeading', title: 'Step 2', max: 60 }),
  words({ name: 'campHint', title: 'Step 2, hint before a week is chosen', max: 160 }),
  words({ name: 'selectedLabel', title: 'Badge on the selected card', max: 20 }),
  words({ name: 'baseHeading', title: 'When two camps fit', max: 80 }),
  words({ name: 'bookLabel', title: 'Card button', max: 40, fills: ['tier', 'price'] }),
  chat('chat', 'WhatsApp button'),
  seo(),
]);
