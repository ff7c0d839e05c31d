import { defineArrayMember, defineField, defineType } from 'sanity';
import {
  chat,
  chosen,
  datedPart,
  head,
  link,
  listOf,
  part,
  picture,
  questions,
  seo,
  text,
  words,
} from '../fields.ts';

/** The page about birthday parties. The packages are separate documents. */
export const birthdaysPage = defineType({
  name: 'birthdaysPage',
  title: 'Birthdays',
  type: 'document',
  icon: () => '🎂',
  fields: [
    part('hero', 'First screen', [
      ...head(),
      link('link', 'Button'),
      chat('chat', 'WhatsApp button'),
      picture('picture', 'Picture'),
    ]),
    part('packages', 'Packages', [
      ...head(),
      chosen('packages', 'Packages', 'birthdayPackage', 'Leave this empty to show all that are on sale.'),
      words({ name: 'askLabel', title: 'Card button', max: 40, fills: ['package'] }),
      words({ name: 'note', title: 'Note', max: 200, optional: true }),
    ]),
    datedPart('party', 'How a party goes', [...head(), listOf('steps', 'Steps', 'timedStep', 3, 8)]),
    datedPart('weBring', 'Who brings what', [
      ...head(),
      words({ name: 'weHeading', title: 'Heading for “What we bring”', max: 60 }),
      listOf('we', 'We bring', 'point', 1, 8),
      words({ name: 'youHeading', title: 'Heading for “What you bring”', max: 60 }),
      listOf('you', 'You bring', 'point', 1, 8),
    ]),
    datedPart('gallery', 'Gallery', [
      ...head(),
      defineField({
        name: 'pictures',
        title: 'Pictures',
        type: 'array',
        of: [defineArrayMember({ type: 'picture' })],
        validation: (rule) => rule.max(16).error('Use 16 pictures or fewer: phones load them all.'),
      }),
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
    part('rsvp', 'Invitations', [...head(), text({ name: 'text', title: 'Text', max: 400 })]),
    part('enquiry', 'Enquiry', [
      ...head(),
      defineField({ name: 'form', title: 'Form', type: 'reference', to: [{ type: 'form' }] }),
    ]),
    questions(),
    datedPart('closing', 'Closing', [...head(), chat('chat', 'WhatsApp button')]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'Birthdays', subtitle: '/birthdays' }) },
});
