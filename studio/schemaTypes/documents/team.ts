import { defineField, defineType } from 'sanity';
import { teamIds } from '../../../supabase/functions/_shared/contract/teams.ts';
import { withProduct } from '../../../src/config/brand.ts';
import { color, count, countUpTo, line, order, paragraph, picture } from '../fields.ts';
import { tabColorsProblem } from '../rules/tab-colors.ts';

/** One of the four teams (spec 2 §3 and §9). Their ids are fixed, because sessions are matched to teams by name. */
export const team = defineType({
  name: 'team',
  title: 'Team',
  type: 'document',
  icon: () => '🛹',
  groups: [
    { name: 'words', title: 'Text', default: true },
    { name: 'who', title: 'Ages and groups' },
    { name: 'look', title: 'Tab and picture' },
  ],
  fields: [
    {
      ...line({
        name: 'name',
        title: 'Name',
        description: 'Write {product} where the product’s name belongs, for example “White {product}”.',
      }),
      group: 'words',
    },
    defineField({
      name: 'teamId',
      title: 'Team',
      type: 'string',
      group: 'who',
      readOnly: true,
      options: { list: [...teamIds] },
      validation: (rule) => rule.required(),
    }),
    { ...count('minAge', 'Minimum age', 1, 'In years.'), group: 'who' },
    { ...countUpTo('maxAge', 'Maximum age', 'minAge'), group: 'who' },
    { ...count('minLevel', 'Lowest level', 1), group: 'who' },
    { ...countUpTo('maxLevel', 'Highest level', 'minLevel'), group: 'who' },
    { ...count('minChildren', 'Minimum children in a group', 1), group: 'who' },
    {
      ...countUpTo(
        'maxChildren',
        'Maximum children in a group',
        'minChildren',
        'Shown to parents. The spots that can be booked are set for each session.',
      ),
      group: 'who',
    },
    { ...paragraph({ name: 'description', title: 'Description', max: 120 }), group: 'words' },
    {
      ...line({
        name: 'tabLabel',
        title: 'Label on the tab',
        description: 'One or two words on the tab of the team’s card, for example “Beginners”.',
        max: 16,
      }),
      group: 'look',
    },
    { ...color('tabColor', 'Colour of the tab'), group: 'look' },
    {
      ...color('tabTextColor', 'Colour of the text on the tab', {
        also: (value, { document }) => tabColorsProblem(value, document?.['tabColor']) ?? true,
      }),
      group: 'look',
    },
    {
      ...paragraph({
        name: 'story',
        title: 'Story',
        description: 'A few sentences for the team passes page.',
        max: 320,
        optional: true,
      }),
      group: 'words',
    },
    { ...picture(), group: 'look' },
    order(),
  ],
  preview: {
    select: { name: 'name', minAge: 'minAge', maxAge: 'maxAge', minLevel: 'minLevel', maxLevel: 'maxLevel' },
    prepare: ({ name, minAge, maxAge, minLevel, maxLevel }: Record<string, string | number | undefined>) => ({
      title: withProduct(String(name ?? 'Unnamed team')),
      subtitle: `${minAge ?? '?'}–${maxAge ?? '?'} years · Levels ${minLevel ?? '?'}–${maxLevel ?? '?'}`,
    }),
  },
});
