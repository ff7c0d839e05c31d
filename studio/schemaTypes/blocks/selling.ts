import { defineArrayMember, defineField } from 'sanity';
import { brand } from '../../../src/config/brand.ts';
import { leadFormProblem } from '../../../src/config/page-blocks.ts';
import { chosen, head, link, lines, text, words } from '../pages/fields.ts';
import { DATE_FORMAT } from '../time-fields.ts';
import { block, onSand } from './block.ts';

const day = (name: string, title: string) => defineField({ name, title, type: 'date' });

const campsBlock = block('campsBlock', 'Camps', '⛺', [
  ...head(),
  chosen('tiers', 'Camps', 'campTier', 'Leave this empty to show every camp.'),
  chosen('bases', 'Bases', 'base', 'Leave this empty to show every base.'),
  defineField({
    name: 'teams',
    title: 'Teams',
    description:
      'Leave this empty to show every team. A camp for several teams is shown if one of them is chosen.',
    type: 'array',
    of: [defineArrayMember({ type: 'reference', to: [{ type: 'team' }] })],
    validation: (rule) => rule.unique().error('A team is in the list twice. Remove one of them.'),
  }),
  day('from', 'Starts on or after'),
  {
    ...day('until', 'Starts on or before'),
    validation: (rule) =>
      rule.custom<string>((value, { parent }) => {
        const { from } = (parent ?? {}) as { from?: string };
        return !value || !from || value >= from || 'The last day is before the first. Change one of them.';
      }),
  },
  defineField({
    name: 'most',
    title: 'Number of camps',
    description: 'At most this many camps are shown. The link to all camps leads to the others.',
    type: 'number',
    initialValue: 6,
    validation: (rule) => rule.required().integer().min(1).max(12).error('Show 1 to 12 camps.'),
  }),
  text({ name: 'emptyText', title: 'When no camp fits', max: 200 }),
  words({ name: 'allLabel', title: 'Link to all camps', max: 40 }),
  onSand(),
]);

const passesBlock = block('passesBlock', 'Passes', '🎟️', [
  ...head(),
  chosen('passes', 'Passes', 'pass', 'Leave this empty for all of them.'),
  words({ name: 'bookLabel', title: 'Button', max: 40, fills: ['pass'] }),
  words({ name: 'soldOutLabel', title: 'Button when a pass is not on sale', max: 40 }),
  lines('footnotes', 'Footnotes', 0, 4),
  onSand(),
]);

const countdownBlock = block('countdownBlock', 'Countdown', '⏳', [
  words({ name: 'heading', title: 'What it counts down to', max: 60 }),
  text({ name: 'text', title: 'Text', max: 200, optional: true }),
  defineField({
    name: 'until',
    title: 'Until',
    description: 'The countdown disappears at this time. Count down to a real deadline only.',
    type: 'datetime',
    options: { displayTimeZone: brand.timeZone, allowTimeZoneSwitch: false, dateFormat: DATE_FORMAT },
    validation: (rule) => [
      rule.required().error('Enter the time it counts down to.'),
      rule
        .custom<string>(
          (value) =>
            !value ||
            Date.parse(value) > Date.now() ||
            'This time has passed, so the countdown is not shown.',
        )
        .warning(),
    ],
  }),
  link('link', 'Button', true),
]);

const questionsBlock = block('questionsBlock', 'Questions', '❓', [
  ...head(),
  {
    ...chosen('topics', 'Topics', 'faqTopic', 'The page shows their questions, topic by topic.'),
    validation: (rule) => [
      rule.unique().error('A topic is in the list twice. Remove one of them.'),
      rule.required().min(1).error('Choose a topic.'),
    ],
  },
  words({ name: 'moreLabel', title: 'Button that shows all', max: 40 }),
  words({ name: 'lessLabel', title: 'Button that shows fewer', max: 40 }),
  onSand(),
]);

const formBlock = block('formBlock', 'Form', '✉️', [
  ...head(),
  defineField({
    name: 'form',
    title: 'Form',
    description:
      'What families send arrives in Management under Leads. It is deleted after 30 days. On Chinese pages the form stays in English, because staff read the questions with the answers.',
    type: 'reference',
    to: [{ type: 'form' }],
    validation: (rule) => [
      rule.required().error('Choose a form.'),
      rule.custom(async (value, { getClient }) => {
        if (value?._ref === undefined) return true;
        const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'drafts' });
        const query = '*[_id == $id][0].fields[]{ type, label, required, aboutHealth }';
        const fields = await client.fetch<Parameters<typeof leadFormProblem>[0] | null>(query, {
          id: value._ref,
        });
        return leadFormProblem(fields ?? []) ?? true;
      }),
    ],
  }),
  onSand(),
]);

export const sellingBlocks = [campsBlock, passesBlock, countdownBlock, formBlock, questionsBlock];
