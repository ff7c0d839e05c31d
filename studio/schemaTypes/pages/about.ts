import { defineType } from 'sanity';
import { chat, chosen, datedPart, head, link, listOf, part, picture, seo, text, words } from './fields.ts';

/** The about page with our story, method, coaches, safety, first aid and locations (decisions "/about"). */
export const aboutPage = defineType({
  name: 'aboutPage',
  title: 'About us',
  type: 'document',
  icon: () => '🦦',
  fields: [
    part('hero', 'First screen', [...head(), picture('picture', 'Picture')]),
    datedPart('story', 'Story', [...head(), listOf('chapters', 'Chapters', 'picturePoint', 1, 8)]),
    datedPart('facts', 'In numbers', [...head({ lead: false }), listOf('items', 'Numbers', 'point', 1, 6)]),
    datedPart('method', 'Method', [...head(), listOf('steps', 'Steps', 'point', 2, 6)]),
    datedPart('coaches', 'Coaches', [
      ...head(),
      chosen('coaches', 'Coaches', 'coach', 'Leave this empty to show all of them.'),
      text({ name: 'vetting', title: 'How coaches are chosen', max: 600 }),
    ]),
    datedPart('safety', 'Safety and first aid', [
      ...head(),
      listOf('items', 'Safety', 'point', 1, 10),
      words({ name: 'firstAidHeading', title: 'Heading for first aid', max: 80 }),
      listOf('firstAid', 'First aid', 'point', 1, 6),
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
    datedPart('locations', 'Locations', [
      ...head(),
      chosen('bases', 'Bases', 'base', 'Leave this empty to show all of them.'),
      words({ name: 'mapLabel', title: 'Link to the map', max: 40 }),
    ]),
    datedPart('closing', 'Closing', [...head(), link('link', 'Button'), chat('chat', 'WhatsApp button')]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'About us', subtitle: '/about' }) },
});
