import { defineField, defineType, type FieldDefinition } from 'sanity';
import { withProduct } from '../../../../src/config/brand.ts';
import { isShowing } from '../../../../supabase/functions/_shared/contract/selling-rules/planned.ts';
import { showing } from '../../time-fields.ts';
import { chat, chosen, head, lines, link, listOf, picture, text, words } from '../fields.ts';

/** A section of the home page (decisions "Two home pages"). Editors order sections by dragging. */
const section = (name: string, title: string, fields: FieldDefinition[]) =>
  defineType({
    name,
    title,
    type: 'object',
    fields: [...fields, showing()],
    preview: {
      select: { heading: 'heading', from: 'showing.from', until: 'showing.until' },
      prepare: ({ heading, from, until }: { heading?: string; from?: string; until?: string }) => ({
        title: isShowing({ from, until }, new Date()) ? title : `${title} (not shown now)`,
        subtitle: withProduct(heading ?? ''),
      }),
    },
  });

const homeHero = section('homeHero', 'First screen', [
  ...head(),
  link('startLink', 'First button'),
  link('campsLink', 'Second button'),
  lines('claims', 'Claims under the buttons', 0, 4),
  defineField({
    name: 'countdown',
    title: 'Early-bird countdown',
    description:
      'The countdown runs to the deadline of this camp’s early bird. Without a deadline, it is not shown.',
    type: 'homeCountdown',
  }),
  picture('picture', 'Picture', 'hero'),
]);

const homeCountdown = defineType({
  name: 'homeCountdown',
  title: 'Early-bird countdown',
  type: 'object',
  fields: [
    defineField({
      name: 'tier',
      title: 'Camp',
      type: 'reference',
      to: [{ type: 'campTier' }],
      validation: (rule) => rule.required().error('Choose the camp for this early-bird countdown.'),
    }),
    words({ name: 'hoursLabel', title: 'After the number', max: 30 }),
    words({ name: 'ofLabel', title: 'Below it', max: 30 }),
    words({ name: 'text', title: 'Offer', max: 160, fills: ['camp', 'price', 'listed', 'days'] }),
    words({ name: 'untilText', title: 'Until when', max: 80, fills: ['deadline'] }),
    link('link', 'Button'),
  ],
});

const homeMediaLogos = section('homeMediaLogos', 'Media logos', [
  words({ name: 'heading', title: 'Text before the logos', max: 40 }),
  chosen('logos', 'Logos', 'mediaLogo', 'Only media that have reported on us and agreed to be shown.'),
]);

const homeBooking = section('homeBooking', 'Weekend classes: booking', [
  ...head(),
  words({ name: 'teamHeading', title: 'Question 1' }),
  words({ name: 'teamHint', title: 'Question 1, hint' }),
  words({ name: 'sessionHeading', title: 'Question 2' }),
  words({ name: 'sessionHint', title: 'Question 2, hint' }),
  words({ name: 'passHeading', title: 'Question 3' }),
  words({ name: 'passHint', title: 'Question 3, hint' }),
  lines('footnotes', 'Footnotes under the pass cards', 0, 4),
]);

const homeTryOut = section('homeTryOut', 'Try-Out package', [
  ...head(),
  lines('points', 'What it is', 1, 5, ['days']),
  words({ name: 'usualText', title: 'Usual price', max: 60, fills: ['regular'] }),
  words({ name: 'savingText', title: 'Saving', max: 60, fills: ['saving'] }),
  words({ name: 'onceText', title: 'How often', max: 60 }),
  link('link', 'Button'),
  picture('picture', 'Picture'),
]);

const homeMethod = section('homeMethod', 'Method', [
  ...head(),
  listOf('steps', 'Steps', 'point', 2, 6),
  picture('picture', 'Picture'),
]);

const homeKidsParents = section('homeKidsParents', 'Kids and parents', [
  ...head(),
  words({ name: 'kidsHeading', title: 'Heading for the kids’ side', max: 60 }),
  lines('kidsLines', 'What the kids say', 1, 6),
  words({ name: 'parentsHeading', title: 'Heading for the parents’ side', max: 60 }),
  lines('parentsLines', 'What parents notice', 1, 6),
]);

const homeJourney = section('homeJourney', 'Journey of four stages', [
  ...head(),
  chosen('levels', 'Stages', 'level', 'Leave this empty to show all of them.'),
  words({ name: 'quizHeading', title: 'Heading for the quiz', max: 60 }),
  text({ name: 'quizText', title: 'Quiz, text', max: 160 }),
  words({ name: 'quizLabel', title: 'Quiz, button', max: 40 }),
]);

const homeCoaches = section('homeCoaches', 'Coaches', [
  ...head(),
  chosen('coaches', 'Coaches', 'coach', 'Leave this empty to show all of them.'),
]);

const homeTestimonials = section('homeTestimonials', 'Testimonials', [
  ...head(),
  chosen(
    'testimonials',
    'Testimonials',
    'testimonial',
    'Leave this empty to show those that are set to appear on this page.',
  ),
]);

const homeClosing = section('homeClosing', 'Closing', [
  ...head(),
  link('link', 'Button'),
  chat('chat', 'WhatsApp button'),
  picture('picture', 'Picture'),
]);

export const homeSections = [
  homeHero,
  homeMediaLogos,
  homeBooking,
  homeTryOut,
  homeMethod,
  homeKidsParents,
  homeJourney,
  homeCoaches,
  homeTestimonials,
  homeClosing,
];
export const homeParts = [...homeSections, homeCountdown];
