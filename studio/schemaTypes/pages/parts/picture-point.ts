import { defineType } from 'sanity';
import { picture, text, words } from '../fields.ts';
import { twoLines } from '../preview.ts';

export const picturePoint = defineType({
  name: 'picturePoint',
  title: 'Step with a picture',
  type: 'object',
  fields: [
    picture('picture', 'Picture'),
    words({
      name: 'label',
      title: 'Label',
      description: 'Such as “Day 1” or “2001”.',
      max: 40,
      optional: true,
    }),
    words({ name: 'title', title: 'Title', max: 80 }),
    text({ name: 'text', title: 'Text', max: 600 }),
  ],
  preview: twoLines('title', 'label', { media: 'picture.image' }),
});
