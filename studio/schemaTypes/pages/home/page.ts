import { defineArrayMember, defineField, defineType } from 'sanity';
import { part, seo, words } from '../fields.ts';
import { findRepeated } from '../one-of-each.ts';
import { homeSections } from './sections.ts';

/** The home page. It consists of sections in an order that editors choose (decisions "Two home pages"). */
export const homePage = defineType({
  name: 'homePage',
  title: 'Home',
  type: 'document',
  icon: () => '🏠',
  fields: [
    defineField({
      name: 'sections',
      title: 'Sections',
      description: 'Drag the sections into the order of the page. Use each kind once.',
      type: 'array',
      of: homeSections.map(({ name }) => defineArrayMember({ type: name })),
      validation: (rule) => [
        rule.required().min(1).error('Add at least one section: without sections the home page is empty.'),
        rule.custom<{ _type?: string }[]>((sections) => {
          const double = findRepeated(sections)[0];
          const title = homeSections.find(({ name }) => name === double)?.title;
          return double === undefined || `“${title ?? double}” is in the list twice. Remove one of them.`;
        }),
        rule
          .custom<{ _type?: string }[]>(
            (sections = []) =>
              sections.some(({ _type }) => _type === 'homeBooking') ||
              'Without “Weekend classes: booking” nobody can book a class, and “Get My Pass” does not work.',
          )
          .warning(),
      ],
    }),
    part('stickyBar', 'Bar at the foot of the screen', [
      words({ name: 'title', title: 'Title', max: 60 }),
      words({ name: 'text', title: 'Text', max: 80, fills: ['price'] }),
      words({ name: 'label', title: 'Button', max: 30 }),
      words({ name: 'progressText', title: 'A signed-in family’s progress', max: 60, fills: ['count'] }),
      words({ name: 'mascotLabel', title: 'Mascot’s callout', max: 30 }),
    ]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'Home', subtitle: '/' }) },
});
