import { defineType, type FieldDefinition } from 'sanity';
import { head, lines, listOf, part, seo, text, words } from './fields.ts';

const after = (name: string, title: string) =>
  part(name, title, [
    ...head(),
    words({ name: 'bringHeading', title: 'Heading for “What to bring”', max: 60 }),
    // E-mails, the family screens and the try-out page show the same list.
    lines('bring', 'What to bring', 1, 10),
    words({ name: 'nextHeading', title: 'Heading for “What happens next”', max: 60 }),
    listOf('next', 'What happens next', 'point', 1, 6),
  ] satisfies FieldDefinition[]);

export const successPage = defineType({
  name: 'successPage',
  title: 'After the payment',
  type: 'document',
  icon: () => '🎉',
  fields: [
    after('classes', 'After a class or pass'),
    after('camps', 'After a camp'),
    part('group', 'WhatsApp group', [
      words({ name: 'heading', title: 'Heading', max: 60 }),
      text({ name: 'text', title: 'Text', max: 240, fills: ['day'] }),
      words({ name: 'label', title: 'Button', max: 60, fills: ['day'] }),
      text({ name: 'message', title: 'Prefilled message', max: 300, fills: ['day', 'order'] }),
    ]),
    seo(),
  ],
  preview: {
    prepare: () => ({ title: 'After the payment', subtitle: '/payment-success, /camp-booking-success' }),
  },
});
