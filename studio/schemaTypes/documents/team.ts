import { defineField, defineType, type NumberRule } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { color, count, line, paragraph } from '../fields.ts';

const notBelow = (other: string, what: string) => (rule: NumberRule) =>
  rule
    .required()
    .integer()
    .min(rule.valueOfField(other))
    .error(`${what} is a whole number, not below the lowest.`);

/** One of the four teams (specification 2, §3 and §9). Their ids are fixed: sessions are matched to them by name. */
export const team = defineType({
  name: 'team',
  title: 'Team',
  type: 'document',
  icon: () => '🛹',
  fields: [
    line({
      name: 'name',
      title: 'Name',
      description: 'Write {product} for the product word: “White {product}”.',
    }),
    defineField({
      name: 'teamId',
      title: 'Team',
      type: 'string',
      readOnly: true,
      options: { list: ['white', 'red', 'black', 'x'] },
      validation: (rule) => rule.required(),
    }),
    count('minAge', 'Youngest', 1, 'Age in years.'),
    defineField({
      name: 'maxAge',
      title: 'Oldest',
      type: 'number',
      validation: notBelow('minAge', 'The oldest age'),
    }),
    count('minLevel', 'Lowest level', 1),
    defineField({
      name: 'maxLevel',
      title: 'Highest level',
      type: 'number',
      validation: notBelow('minLevel', 'The highest level'),
    }),
    count('minChildren', 'Children in a group, at least', 1),
    defineField({
      name: 'maxChildren',
      title: 'Children in a group, at most',
      description: 'What parents read. Places that can be booked are set for each session.',
      type: 'number',
      validation: notBelow('minChildren', 'The largest group'),
    }),
    paragraph({ name: 'description', title: 'Description', max: 120 }),
    line({ name: 'tabLabel', title: 'Label on a tab', max: 20 }),
    color('tabColor', 'Colour of the tab'),
    color('tabTextColor', 'Colour of the text on it'),
    count('order', 'Place in lists', 1),
  ],
  preview: {
    select: { name: 'name', minAge: 'minAge', maxAge: 'maxAge', minLevel: 'minLevel', maxLevel: 'maxLevel' },
    prepare: ({ name, minAge, maxAge, minLevel, maxLevel }: Record<string, string | number | undefined>) => ({
      title: withProduct(String(name ?? 'Unnamed team')),
      subtitle: `${minAge ?? '?'}–${maxAge ?? '?'} years · Levels ${minLevel ?? '?'}–${maxLevel ?? '?'}`,
    }),
  },
});
