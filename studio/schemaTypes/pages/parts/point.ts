import { defineType } from 'sanity';
import { emoji } from '../../fields.ts';
import { text, words } from '../fields.ts';
import { twoLines } from '../preview.ts';

/** A feature, step or promise with an emoji, a title and a text. */
export const point = defineType({
  name: 'point',
  title: 'Point',
  type: 'object',
  fields: [
    emoji(),
    words({ name: 'title', title: 'Title', max: 80 }),
    text({ name: 'text', title: 'Text', max: 400 }),
  ],
  preview: twoLines('title', 'text'),
});
