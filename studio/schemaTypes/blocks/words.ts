import { defineArrayMember, defineField, defineType } from 'sanity';
import { head, link, listOf, picture, text, words } from '../pages/fields.ts';
import { richText } from '../rich-text.ts';
import { block, onSand, optionalHead } from './block.ts';

const links = (title: string, min: number, max: number) =>
  listOf('links', title, 'link', min, max, 'The first button stands out.');

const heroBlock = block('heroBlock', 'First screen', '🖼️', [
  ...head(),
  links('Buttons', 0, 2),
  picture('picture', 'Picture', 'hero'),
]);

const textBlock = block('textBlock', 'Text', '📝', [
  ...optionalHead(),
  defineField({
    name: 'body',
    title: 'Text',
    type: 'richText',
    validation: (rule) => rule.required().error('Write the text.'),
  }),
  onSand(),
]);

const buttonsBlock = block('buttonsBlock', 'Buttons', '🔘', [
  words({ name: 'heading', title: 'Heading', max: 90, optional: true }),
  links('Buttons', 1, 3),
]);

const noticeBlock = block('noticeBlock', 'Announcement', '📣', [
  text({ name: 'text', title: 'Text', max: 300 }),
  link('link', 'Link', true),
]);

const comparisonRow = defineType({
  name: 'comparisonRow',
  title: 'Row',
  type: 'object',
  fields: [
    words({ name: 'label', title: 'What is compared', max: 60 }),
    defineField({
      name: 'cells',
      title: 'One entry for each column',
      type: 'array',
      of: [defineArrayMember({ type: 'string', validation: (rule) => rule.max(120) })],
    }),
  ],
  preview: {
    select: { title: 'label', first: 'cells.0' },
    prepare: ({ title = 'Row', first = '' }: { title?: string; first?: string }) => ({
      title,
      subtitle: first,
    }),
  },
});

const comparisonBlock = block('comparisonBlock', 'Comparison', '⚖️', [
  ...head(),
  defineField({
    name: 'columns',
    title: 'Columns',
    description: 'The things that are compared, such as Spark and Ignite.',
    type: 'array',
    of: [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(40) })],
    validation: (rule) => [
      rule.required().error('Name the columns.'),
      rule.min(2).max(4).error('Use two to four columns.'),
    ],
  }),
  {
    ...listOf('rows', 'Rows', 'comparisonRow', 1, 12),
    validation: (rule) => [
      rule.required().error('Add a row.'),
      rule.min(1).max(12).error('Use one to twelve rows.'),
      rule.custom<{ label?: string; cells?: unknown[] }[] | undefined>((rows, { parent }) => {
        const columns = (parent as { columns?: unknown[] } | undefined)?.columns?.length ?? 0;
        const wrongRow = rows?.find(({ cells = [] }) => cells.length !== columns);
        return (
          wrongRow === undefined ||
          `“${wrongRow.label ?? 'A row'}” needs ${columns} entries, one for each column.`
        );
      }),
    ],
  },
  onSand(),
]);

export const wordBlocks = [heroBlock, textBlock, buttonsBlock, noticeBlock, comparisonBlock];
export const wordParts = [richText, comparisonRow];
