import { campAnchors } from '../../../../src/config/paths.ts';
import { chat, chosen, head, lines, link, listOf, part, picture, questions, text, words } from '../fields.ts';

/** The sections of the landing page, in their order (spec 2 §2 "Camps landing page"). */
export const landingSections = [
  part('hero', 'First screen', [
    ...head(),
    words({ name: 'threeDayLabel', title: '3-day button', max: 30 }),
    words({ name: 'fiveDayLabel', title: '5-day button', max: 30 }),
    lines('claims', 'Claims under the buttons', 0, 4),
    picture('picture', 'Picture'),
  ]),
  part(
    'dateStrip',
    'Strip of dates',
    [
      words({ name: 'heading', title: 'Text before the dates', max: 60 }),
      words({ name: 'nextText', title: 'Next camp', max: 80, fills: ['date'] }),
      words({ name: 'fullText', title: 'Word for a full camp', max: 30 }),
      words({ name: 'emptyText', title: 'When there are no camps', max: 120 }),
      text({ name: 'emptyHint', title: 'What to do then', max: 200 }),
    ],
    'The dates come from the camps in the database.',
  ),
  part('includes', 'What your camper gets', [...head(), listOf('items', 'List', 'point', 1, 12)]),
  part('options', 'Package options', [
    words({ name: 'label', title: 'Button that shows the packages', max: 40 }),
    words({ name: 'hint', title: 'Text beside the button', max: 120, optional: true }),
  ]),
  part('locations', 'Locations and transport', [
    ...head(),
    chosen('bases', 'Bases', 'base', 'Leave this empty to show all of them.'),
    words({ name: 'mapLabel', title: 'Link to the map', max: 40 }),
    words({ name: 'dropOffTitle', title: 'Drop-off', max: 60 }),
    text({ name: 'dropOffText', title: 'Drop-off, text', max: 240 }),
    words({ name: 'transportTitle', title: 'Door to door', max: 60 }),
    text({ name: 'transportText', title: 'Door to door, text', max: 240 }),
  ]),
  part(
    'chooser',
    'Package chooser',
    [
      ...head(),
      words({ name: 'whereLabel', title: 'Question for the base', max: 40 }),
      words({ name: 'whenLabel', title: 'Question for the date', max: 40 }),
      words({ name: 'emptyText', title: 'A package without dates', max: 120 }),
      words({ name: 'pickDateLabel', title: 'Button before a date is chosen', max: 40 }),
      words({ name: 'bookLabel', title: 'Button once a date is chosen', max: 40, fills: ['tier', 'price'] }),
      words({ name: 'bonusTitle', title: 'Early-bird banner', max: 60 }),
      words({ name: 'bonusText', title: 'Early-bird banner, text', max: 120, fills: ['saving', 'dates'] }),
      text({ name: 'extendedText', title: 'The longer day', max: 240, fills: ['start', 'end'] }),
      text({ name: 'siblingText', title: 'Sibling rebate', max: 240, fills: ['rebate'] }),
    ],
    `Buttons scroll to #${campAnchors.packages}.`,
  ),
  part('missions', 'Missions', [
    ...head(),
    chosen('missions', 'Missions', 'mission', 'Leave this empty to show all of them.'),
    words({ name: 'moreText', title: 'Text under the missions', max: 160, optional: true }),
  ]),
  part('schedule', 'Sample schedule', [
    ...head(),
    listOf('days', 'Days', 'dayPlan', 1, 5),
    words({ name: 'campDayHeading', title: 'Heading for the camp day', max: 80 }),
    listOf('campDay', 'Camp day, hour by hour', 'timedPoint', 1, 14),
    words({ name: 'note', title: 'Note', max: 200, optional: true }),
  ]),
  part('testimonials', 'Testimonials', [
    ...head(),
    chosen(
      'testimonials',
      'Testimonials',
      'testimonial',
      'Leave this empty to show those that are set to appear on this page.',
    ),
  ]),
  part('bundle', 'Bundle values', [
    ...head(),
    listOf('items', 'What is in the price', 'bundleItem', 1, 12),
    words({ name: 'totalText', title: 'Sum', max: 80, fills: ['total', 'count'] }),
    words({ name: 'compareText', title: 'Text beside the sum', max: 80, fills: ['tier', 'price'] }),
  ]),
  part('call', 'Call between the sections', [
    words({ name: 'heading', title: 'Heading', max: 80 }),
    text({ name: 'text', title: 'Text', max: 240, optional: true }),
    words({ name: 'threeDayLabel', title: '3-day button', max: 40 }),
    words({ name: 'fiveDayLabel', title: '5-day button', max: 40 }),
  ]),
  part('features', 'Camp features', [...head(), listOf('items', 'Features', 'point', 1, 8)]),
  part('story', 'Story in four steps', [...head(), listOf('steps', 'Steps', 'picturePoint', 4, 4)]),
  questions(),
  part('finalCall', 'Final call', [
    ...head(),
    link('link', 'Button'),
    chat('chat', 'WhatsApp button'),
    words({ name: 'deadlineText', title: 'Early-bird line', max: 120, fills: ['deadline'], optional: true }),
  ]),
  part('bottomBar', 'Bar at the foot of the screen', [
    words({ name: 'locationsText', title: 'Locations', max: 80 }),
    words({ name: 'transportText', title: 'Transport', max: 80 }),
    words({ name: 'label', title: 'Button', max: 40 }),
  ]),
];
