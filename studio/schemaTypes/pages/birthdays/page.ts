import { defineArrayMember, defineField, defineType } from 'sanity';
import { chat, chosen, head, link, listOf, part, picture, questions, seo, text, words } from '../fields.ts';

/** The page on birthday parties; the packages are separate documents. */
export const birthdaysPage = defineType({
  name: 'birthdaysPage',
  title: 'Birthdays page',
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
      chosen('packages', 'Packages', 'birthdayPackage', 'Empty: all that are on sale.'),
      words({ name: 'askLabel', title: 'Button of a card', max: 40, fills: ['package'] }),
      words({ name: 'note', title: 'Note', max: 200, optional: true }),
    ]),
    part('party', 'How a party goes', [...head(), listOf('steps', 'Steps', 'timedStep', 3, 8)]),
    part('weBring', 'Who brings what', [
      ...head(),
      words({ name: 'weHeading', title: 'We bring, heading', max: 60 }),
      listOf('we', 'We bring', 'point', 1, 8),
      words({ name: 'youHeading', title: 'You bring, heading', max: 60 }),
      listOf('you', 'You bring', 'point', 1, 8),
    ]),
    part('gallery', 'Gallery', [
      ...head(),
      defineField({
        name: 'pictures',
        title: 'Pictures',
        type: 'array',
        of: [defineArrayMember({ type: 'picture' })],
        validation: (rule) => rule.max(16).error('Sixteen pictures at most: phones load them all.'),
      }),
    ]),
    part('testimonials', 'Testimonials', [
      ...head(),
      chosen('testimonials', 'Testimonials', 'testimonial', 'Empty: those that name this page.'),
    ]),
    part('rsvp', 'Invitations', [...head(), text({ name: 'text', title: 'Text', max: 400 })]),
    part('enquiry', 'Enquiry', [
      ...head(),
      defineField({ name: 'form', title: 'Form', type: 'reference', to: [{ type: 'form' }] }),
    ]),
    questions(),
    part('closing', 'Closing', [...head(), chat('chat', 'WhatsApp button')]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'Birthdays page', subtitle: '/birthdays' }) },
});
