import { defineArrayMember, defineField, defineType } from 'sanity';
import { linkRules } from './links.ts';
import { placeholderProblem, typedFactProblem } from './pages/placeholders.ts';

const bold = { title: 'Bold', value: 'strong' };
const italic = { title: 'Italic', value: 'em' };

/** Paragraphs and lists with links. */
const paragraphs = (headings: { title: string; value: string }[]) =>
  defineArrayMember({
    type: 'block',
    styles: [{ title: 'Text', value: 'normal' }, ...headings],
    lists: [
      { title: 'Bullets', value: 'bullet' },
      { title: 'Numbers', value: 'number' },
    ],
    marks: {
      decorators: [bold, italic],
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
              validation: (rule) => [rule.required().error('Enter an address.'), ...linkRules(rule)],
            }),
          ],
        },
      ],
    },
  });

/** Text with headings, lists, links and pictures. */
export const richText = defineType({
  name: 'richText',
  title: 'Text',
  type: 'array',
  of: [
    paragraphs([
      { title: 'Heading', value: 'h3' },
      { title: 'Quotation', value: 'blockquote' },
    ]),
    defineArrayMember({ type: 'picture' }),
  ],
  validation: (rule) => [
    rule.required().min(1).error('Write the text.'),
    rule.max(80).error('This is too long for one block: use 80 paragraphs and pictures or fewer.'),
    rule.custom((parts) => placeholderProblem(plainText(parts)) ?? true),
  ],
});

const ANSWER_MAX = 1200;

/**
 * The text of an answer. It has no headings, because it is shown below its question. The assistant shows it without
 * styles.
 */
export const answerText = defineType({
  name: 'answerText',
  title: 'Answer',
  type: 'array',
  of: [paragraphs([])],
  validation: (rule) => [
    rule.required().min(1).error('Write the answer.'),
    rule.custom((parts) =>
      plainText(parts).length > ANSWER_MAX
        ? `The answer is too long: use ${ANSWER_MAX} characters or fewer.`
        : true,
    ),
    rule.custom((parts) => placeholderProblem(plainText(parts)) ?? true),
    rule.custom((parts) => typedFactProblem(plainText(parts)) ?? true).warning(),
  ],
});

/** Returns every word of a rich text, for rules about words. */
const plainText = (parts: unknown): string =>
  Array.isArray(parts)
    ? parts
        .flatMap((part: { children?: { text?: string }[] }) => part.children ?? [])
        .map(({ text = '' }) => text)
        .join(' ')
    : '';
