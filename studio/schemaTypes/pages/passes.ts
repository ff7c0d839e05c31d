import { defineType } from 'sanity';
import { chat, datedPart, head, lines, link, listOf, part, questions, seo, words } from './fields.ts';

/** The page with the passes and their comparison. Prices and terms belong to the passes. */
export const passesPage = defineType({
  name: 'passesPage',
  title: 'Passes',
  type: 'document',
  icon: () => '🎟️',
  fields: [
    part('hero', 'First screen', head()),
    part('cards', 'Cards', [
      ...head(),
      words({ name: 'bookLabel', title: 'Card button', max: 40, fills: ['pass'] }),
      words({ name: 'soldOutLabel', title: 'Button when a pass is not on sale', max: 40 }),
      lines('footnotes', 'Footnotes', 0, 4),
    ]),
    datedPart('comparison', 'Comparison', [
      ...head(),
      words({ name: 'priceLabel', title: 'Row: price', max: 40 }),
      words({ name: 'sessionsLabel', title: 'Row: sessions', max: 40 }),
      words({ name: 'eachLabel', title: 'Row: price per session', max: 40 }),
      words({ name: 'validityLabel', title: 'Row: validity', max: 40 }),
      words({ name: 'makeUpsLabel', title: 'Row: make-ups', max: 40 }),
      words({ name: 'renewsLabel', title: 'Row: renews', max: 40 }),
      words({ name: 'cancellationLabel', title: 'Row: cancellation', max: 40 }),
    ]),
    datedPart('advice', 'Which one fits', [...head(), listOf('items', 'Families', 'point', 1, 6)]),
    questions(),
    datedPart('closing', 'Closing', [...head(), link('link', 'Button'), chat('chat', 'WhatsApp button')]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'Passes', subtitle: '/passes' }) },
});
