import { defineType } from 'sanity';
import { line, paragraph } from '../fields.ts';

/** First screen of the home page. */
export const hero = defineType({
  name: 'hero',
  title: 'Hero',
  type: 'object',
  fields: [
    line({ name: 'kicker', title: 'Line above' }),
    line({ name: 'heading', title: 'Heading', max: 70 }),
    paragraph({ name: 'lead', title: 'Lead', max: 240 }),
  ],
});
