import { defineType } from 'sanity';
import {
  chat,
  chosen,
  datedPart,
  head,
  lines,
  link,
  listOf,
  part,
  picture,
  questions,
  seo,
  text,
  words,
} from '../fields.ts';

const offer = ['price', 'listed', 'saving'];

/** The page of EPIC Camp (spec 2 §2). Its price and early birds belong to the tier. */
export const epicPage = defineType({
  name: 'epicPage',
  title: 'EPIC camp',
  type: 'document',
  icon: () => '⛰️',
  fields: [
    part('hero', 'First screen', [
      ...head(),
      words({ name: 'bookLabel', title: 'Early-bird button', max: 60, fills: offer }),
      words({ name: 'listedLabel', title: 'Button at the listed price', max: 60, fills: ['price'] }),
      link('link', 'Link for both buttons'),
      chat('chat', 'WhatsApp button'),
      words({ name: 'placesText', title: 'Early-bird spots', max: 120, fills: ['places'] }),
      lines('claims', 'Claims', 0, 5),
      picture('picture', 'Picture'),
    ]),
    datedPart('days', 'Five days', [...head(), listOf('items', 'Days', 'epicDay', 1, 5)]),
    datedPart('overnight', 'Overnight camping', [
      ...head(),
      lines('facts', 'Facts', 1, 10),
      text({ name: 'approval', title: 'Pre-approval', max: 300 }),
    ]),
    part('foundations', 'Character foundations', [
      ...head(),
      listOf('items', 'Foundations', 'point', 10, 10),
    ]),
    datedPart('comparison', 'What it would cost piece by piece', [
      ...head(),
      listOf('rows', 'Pieces', 'costRow', 1, 10),
      words({ name: 'piecesLabel', title: 'Sum of the pieces', max: 80, fills: ['from', 'to'] }),
      words({ name: 'campLabel', title: 'The camp', max: 80, fills: offer }),
      text({ name: 'note', title: 'Note', description: 'Say where the numbers come from.', max: 300 }),
    ]),
    datedPart('testimonials', 'Testimonials', [
      ...head(),
      chosen(
        'testimonials',
        'Testimonials',
        'testimonial',
        'Leave this empty to show those that are set to appear on this page.',
      ),
    ]),
    questions(),
    datedPart('closing', 'Closing', [
      ...head(),
      words({ name: 'bookLabel', title: 'Button', max: 60, fills: offer }),
      chat('chat', 'WhatsApp button'),
    ]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'EPIC camp', subtitle: '/camps/epic' }) },
});
