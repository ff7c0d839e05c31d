import { defineType } from 'sanity';
import { line, paragraph } from '../fields.ts';

/** Words around the three questions of the weekend classes. The dates are added by the page. */
export const bookingSection = defineType({
  name: 'bookingSection',
  title: 'Booking section',
  type: 'object',
  fields: [
    line({ name: 'kicker', title: 'Line above' }),
    line({ name: 'heading', title: 'Heading' }),
    paragraph({ name: 'lead', title: 'Lead', max: 240 }),
    line({ name: 'teamHeading', title: 'Question 1' }),
    line({ name: 'teamHint', title: 'Question 1, hint' }),
    line({ name: 'sessionHeading', title: 'Question 2' }),
    line({ name: 'sessionHint', title: 'Question 2, hint' }),
    line({ name: 'passHeading', title: 'Question 3' }),
    line({ name: 'passHint', title: 'Question 3, hint' }),
  ],
});
