import { defineArrayMember, defineField, defineType } from 'sanity';
import { leadsSomewhere } from '../links.ts';
import { head, link, listOf, picture, text, words } from '../pages/fields.ts';
import { placeholderProblem } from '../pages/placeholders.ts';
import { block, onSand, optionalHead } from './block.ts';

const links = (title: string, least: number, most: number) =>
  listOf('links', title, 'link', least, most, 'The first one stands out.');

const heroBlock = block('heroBlock', 'First screen', '🖼️', [
  ...head(),
  links('Buttons', 0, 2),
  picture('picture', 'Picture', 'hero'),
]);

const richText = defineType({
  name: 'richText',
  title: 'Text',
  type: 'array',
  of: [
    defineArrayMember({
      type: 'block',
      styles: [
        { title: 'Text', value: 'normal' },
        { title: 'Heading', value: 'h3' },
        { title: 'Quotation', value: 'blockquote' },
      ],
      lists: [
        { title: 'Bullets', value: 'bullet' },
        { title: 'Numbers', value: 'number' },
      ],
      marks: {
        decorators: [
          { title: 'Bold', value: 'strong' },
          { title: 'Italic', value: 'em' },
        ],
        annotations: [
          {
            name: 'textLink',
            title: 'Link',
            type: 'object',
            fields: [
              defineField({
                name: 'href',
                title: 'Address',
                description: 'A page on this site, such as /camps, or an address that starts with https://.',
                type: 'string',
                validation: (rule) => [
                  rule.required().error('Enter an address.'),
                  rule.custom(leadsSomewhere),
                ],
              }),
            ],
          },
        ],
      },
    }),
    defineArrayMember({ type: 'picture' }),
  ],
  validation: (rule) => [
    rule.required().min(1).error('Write the text.'),
    rule.max(80).error('This is too long for one block: use 80 paragraphs and pictures or fewer.'),
    rule.custom((parts) => placeholderProblem(plainText(parts)) ?? true),
  ],
});

/** Every word of a rich text, for rules about words. */
const plainText = (parts: unknown): string =>
  Array.isArray(parts)
    ? parts
        .flatMap((part: { children?: { text?: string }[] }) => part.children ?? [])
        .map(({ text: word = '' }) => word)
        .join(' ')
    : '';

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
    description: 'What is compared with each other, such as Spark and Ignite.',
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
        const odd = rows?.find(({ cells = [] }) => cells.length !== columns);
        return (
          odd === undefined || `“${odd.label ?? 'A row'}” needs ${columns} entries, one for each column.`
        );
      }),
    ],
  },
  onSand(),
]);

export const wordBlocks = [heroBlock, textBlock, buttonsBlock, noticeBlock, comparisonBlock];
export const wordParts = [richText, comparisonRow];
