import { defineType } from 'sanity';
import {
  chat,
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
} from './fields.ts';

const offer = ['price', 'regular', 'saving', 'days'];

export const tryOutPage = defineType({
  name: 'tryOutPage',
  title: 'Try-out',
  type: 'document',
  icon: () => '🛹',
  fields: [
    part('hero', 'First screen', [
      ...head(),
      words({
        name: 'campersHeading',
        title: 'Heading for campers',
        description: 'Shown at the address for campers.',
        max: 90,
      }),
      text({ name: 'campersLead', title: 'Lead for campers', max: 300 }),
      words({ name: 'offerText', title: 'Offer', max: 120, fills: offer }),
      words({ name: 'bookLabel', title: 'Button', max: 40, fills: offer }),
      picture('picture', 'Picture'),
    ]),
    datedPart('hour', 'What happens in the hour', [...head(), listOf('steps', 'Steps', 'timedStep', 2, 6)]),
    datedPart('includes', 'What is included', [
      ...head(),
      lines('items', 'Included', 1, 8, offer),
      words({
        name: 'bringHeading',
        title: 'Heading for “What to bring”',
        description: 'The list below this heading comes from “After the payment”, “After a class or pass”.',
        max: 60,
      }),
    ]),
    part('sessions', 'Next sessions', [
      ...head(),
      words({ name: 'bookLabel', title: 'Button of a session', max: 40 }),
      words({ name: 'emptyText', title: 'When no session is free', max: 160 }),
      chat('chat', 'WhatsApp button'),
    ]),
    datedPart('after', 'What comes after', [
      ...head(),
      listOf('items', 'Next steps', 'point', 1, 4),
      link('link', 'Button'),
    ]),
    questions(),
    datedPart('closing', 'Closing', [...head(), chat('chat', 'WhatsApp button')]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'Try-out', subtitle: '/try-out-…-for-kids, -for-campers' }) },
});
