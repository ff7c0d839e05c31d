import { defineArrayMember, defineField, defineType } from 'sanity';
import {
  type ExperienceLevel,
  experienceLevels,
} from '../../../supabase/functions/_shared/contract/orders.ts';
import { teamIds } from '../../../supabase/functions/_shared/contract/teams.ts';
import { levelIds } from '../../../supabase/functions/_shared/contract/tiers.ts';
import { withProduct } from '../../../src/config/brand.ts';
import { emoji, line } from '../fields.ts';

const points = (name: string, title: string, list: readonly string[]) =>
  defineField({
    name,
    title,
    type: 'object',
    description: 'An empty field counts as 0. Take points away (for example -100) to rule something out.',
    options: { columns: 4 },
    fields: list.map((key) =>
      defineField({
        name: key,
        type: 'number',
        validation: (rule) =>
          rule.integer().min(-1000).max(1000).error('Enter a whole number from -1000 to 1000.'),
      }),
    ),
  });

/** The titles of the levels. The checkout has the same texts. */
const experienceTitles: Record<ExperienceLevel, string> = {
  new: 'Never stood on one',
  wobbles: 'Stands, pushes, wobbles',
  turns: 'Rolls, turns and stops',
  drops: 'Drops in and wants more',
};

export const quizOption = defineType({
  name: 'quizOption',
  title: 'Answer',
  type: 'object',
  fields: [
    line({ name: 'label', title: 'Label', max: 80 }),
    emoji(),
    defineField({
      name: 'experience',
      title: 'On a skateboard',
      type: 'string',
      description: 'If this answer shows how well a child skates, the checkout fills it in for the parent.',
      options: { list: experienceLevels.map((value) => ({ value, title: experienceTitles[value] })) },
    }),
    points('teams', 'Points for a team', teamIds),
    points('levels', 'Points for a stage of the journey', [...levelIds]),
  ],
  preview: {
    select: { label: 'label', emoji: 'emoji' },
    prepare: ({ label, emoji }) => ({
      title: `${String(emoji ?? '')} ${withProduct(String(label ?? 'No label'))}`.trim(),
    }),
  },
});

export const quizQuestion = defineType({
  name: 'quizQuestion',
  title: 'Question',
  type: 'object',
  fields: [
    line({ name: 'question', title: 'Question', max: 100 }),
    line({ name: 'help', title: 'Help', max: 140, optional: true }),
    defineField({
      name: 'options',
      title: 'Answers',
      type: 'array',
      of: [defineArrayMember({ type: 'quizOption' })],
      validation: (rule) => rule.required().min(2).max(6).error('Enter two to six answers.'),
    }),
  ],
  preview: { select: { title: 'question' } },
});

export const quizResult = defineType({
  name: 'quizResult',
  title: 'Result',
  type: 'object',
  fields: [
    defineField({
      name: 'team',
      title: 'Team',
      type: 'string',
      options: {
        list: [
          { value: 'white', title: withProduct('White {product}') },
          { value: 'red', title: withProduct('Red {product}') },
          { value: 'black', title: withProduct('Black {product}') },
          { value: 'x', title: withProduct('X-{product}') },
          { value: 'none', title: 'No team fits' },
        ],
      },
      validation: (rule) => rule.required().error('Choose a team.'),
    }),
    line({ name: 'heading', title: 'Heading', max: 80 }),
    line({ name: 'text', title: 'Text', max: 240 }),
    defineField({
      name: 'button',
      title: 'Button',
      type: 'link',
      validation: (rule) => rule.required().error('Add a button that shows parents what to do next.'),
    }),
  ],
  preview: {
    select: { heading: 'heading', team: 'team' },
    prepare: ({ heading, team }) => ({
      title: withProduct(String(heading ?? 'No heading')),
      subtitle: String(team ?? 'No team'),
    }),
  },
});
