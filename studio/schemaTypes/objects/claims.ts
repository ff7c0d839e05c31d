import { defineField, defineType } from 'sanity';
import { count, countUpTo, line } from '../fields.ts';

export const claims = defineType({
  name: 'claims',
  title: 'Claims',
  type: 'object',
  fields: [
    line({ name: 'families', title: 'Families', description: 'For example, “100,000+ families”.', max: 40 }),
    defineField({
      name: 'rating',
      title: 'Average rating',
      description: 'Out of 5.',
      type: 'number',
      validation: (rule) =>
        rule
          .required()
          .min(1)
          .max(5)
          .precision(1)
          .error('Enter a number from 1 to 5, with one decimal place at most.'),
    }),
    count(
      'childrenPerCoach',
      'Campers per coach',
      1,
      'At camps and parties. Write {childrenPerCoach} to show this number in a text.',
    ),
    count(
      'missions',
      'Missions to choose from, at least',
      1,
      'Write {missions} to show this number in a text, as in “18+ missions”.',
    ),
    count(
      'fewestMissions',
      'Missions in the shortest camp',
      1,
      'Write {fewestMissions} to show this number in a text.',
    ),
    countUpTo(
      'mostMissions',
      'Missions in the longest camp',
      'fewestMissions',
      'Write {mostMissions} to show this number in a text, as in “{fewestMissions} to {mostMissions} missions”.',
    ),
    defineField({
      name: 'usualDay',
      title: 'Camp day without the extended day',
      description:
        'Write {usualStart} and {usualEnd} to show these times in a text. {extraHours} is how many hours longer the extended day is. If this is empty, the day is 9 am to 3 pm.',
      type: 'extendedDay',
    }),
    {
      ...line({
        name: 'firstAid',
        title: 'First aid',
        description: 'For example, “First-aid certified coaches”.',
        max: 60,
      }),
      validation: (rule) => rule.max(60),
    },
  ],
});
