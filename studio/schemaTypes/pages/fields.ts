import { defineArrayMember, defineField, type FieldDefinition } from 'sanity';
import type { DatedPart } from '../../../supabase/functions/_shared/contract/dated-parts.ts';
import { ProductTextInput } from '../../components/ProductTextInput.tsx';
import { type PicturePlace, sizeRemark } from '../rules/picture.ts';
import { showing } from '../time-fields.ts';
import { placeholderProblem, typedFactProblem } from './placeholders.ts';

interface WordOptions {
  name: string;
  title: string;
  description?: string;
  max?: number;
  optional?: boolean;
  fills?: readonly string[];
}

export const words = ({ name, title, max = 120, optional = false, fills, description }: WordOptions) =>
  defineField({
    name,
    title,
    ...described(description, fills),
    type: 'string',
    components: { input: ProductTextInput },
    validation: (rule) => {
      const filled = rule.custom((value) => placeholderProblem(value, fills) ?? true);
      const short = rule.max(max).error(`“${title}” is too long: use ${max} characters or fewer.`);
      const typed = rule.custom<string>((value) => typedFactProblem(value) ?? true).warning();
      const rules = [short, filled, typed];
      return optional ? rules : [...rules, rule.required().error(`Fill in “${title}”.`)];
    },
  });

export const text = ({ name, title, max = 400, optional = false, fills, description }: WordOptions) =>
  defineField({
    name,
    title,
    ...described(description, fills),
    type: 'text',
    rows: 3,
    components: { input: ProductTextInput },
    validation: (rule) => {
      const filled = rule.custom((value) => placeholderProblem(value, fills) ?? true);
      const short = rule.max(max).error(`“${title}” is too long: use ${max} characters or fewer.`);
      const typed = rule.custom<string>((value) => typedFactProblem(value) ?? true).warning();
      const rules = [short, filled, typed];
      return optional ? rules : [...rules, rule.required().error(`Fill in “${title}”.`)];
    },
  });

function described(description: string | undefined, fills: readonly string[] = []) {
  const filled = fills.length > 0 ? `The page fills in ${fills.map((name) => `{${name}}`).join(', ')}.` : '';
  const fullDescription = [description, filled].filter(Boolean).join(' ');
  return fullDescription ? { description: fullDescription } : {};
}

export const head = ({ lead = true }: { lead?: boolean } = {}) => [
  words({ name: 'kicker', title: 'Line above the heading', max: 80, optional: true }),
  words({ name: 'heading', title: 'Heading', max: 90 }),
  ...(lead ? [text({ name: 'lead', title: 'Lead', max: 300, optional: true })] : []),
];

/** A list of short lines. Each line has one thought. */
export const lines = (
  name: string,
  title: string,
  least: number,
  most: number,
  fills: readonly string[] = [],
) =>
  defineField({
    name,
    title,
    ...described(undefined, fills),
    type: 'array',
    of: [
      defineArrayMember({
        type: 'string',
        validation: (rule) => [
          rule.required().max(200).error('Each line needs 1 to 200 characters.'),
          rule.custom((value) => placeholderProblem(value, fills) ?? true),
          rule.custom<string>((value) => typedFactProblem(value) ?? true).warning(),
        ],
      }),
    ],
    validation: (rule) => [
      ...(least > 0 ? [rule.required().error(`Fill in “${title}”.`)] : []),
      rule.min(least).max(most).error(`“${title}” needs ${least} to ${most} lines.`),
    ],
  });

export const listOf = (
  name: string,
  title: string,
  type: string,
  least: number,
  most: number,
  description?: string,
) =>
  defineField({
    name,
    title,
    ...described(description),
    type: 'array',
    of: [defineArrayMember({ type })],
    validation: (rule) => [
      ...(least > 0 ? [rule.required().error(`Fill in “${title}”.`)] : []),
      rule.min(least).max(most).error(`“${title}” needs ${least} to ${most} items.`),
    ],
  });

/** A list of documents without duplicates, in an order that editors choose. */
export const chosen = (name: string, title: string, type: string, description?: string) =>
  defineField({
    name,
    title,
    ...described(description),
    type: 'array',
    of: [defineArrayMember({ type: 'reference', to: [{ type }] })],
    validation: (rule) => rule.unique().error(`“${title}” lists an entry twice. Remove one of them.`),
  });

export const part = (name: string, title: string, fields: FieldDefinition[], description?: string) =>
  defineField({
    name,
    title,
    ...described(description),
    type: 'object',
    options: { collapsible: true, collapsed: true },
    fields,
    validation: (rule) => rule.required().error(`Fill in “${title}”.`),
  });

/** A part of a page that can be shown for a time. Outside that time, the page is built without it. */
export const datedPart = (name: DatedPart, title: string, fields: FieldDefinition[], description?: string) =>
  part(name, title, [...fields, showing()], description);

export const seo = () =>
  defineField({
    name: 'seo',
    title: 'Search engines and sharing',
    type: 'seo',
    validation: (rule) => rule.required().error('Add a title and a text for search engines.'),
  });

export const questions = () =>
  datedPart('faq', 'Questions', [
    ...head(),
    words({ name: 'moreLabel', title: 'Button that shows all', max: 40 }),
    words({ name: 'lessLabel', title: 'Button that shows fewer', max: 40 }),
    chosen('topics', 'Topics', 'faqTopic', 'The page shows their questions, topic by topic.'),
  ]);

/**
 * A picture with its texts. If it has no image, the page uses a drawing. `place` decides how wide the image must be.
 */
export const picture = (name: string, title: string, place: PicturePlace = 'small') =>
  defineField({
    name,
    title,
    type: 'picture',
    validation: (rule) => rule.custom((value) => sizeRemark(value, place) ?? true).warning(),
  });

export const link = (name: string, title: string, optional = false) =>
  defineField({
    name,
    title,
    type: 'link',
    validation: (rule) => (optional ? [] : rule.required().error(`Fill in “${title}”.`)),
  });

/** A button that opens a chat with us, with a prepared message. */
export const chat = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'chatButton',
    validation: (rule) => rule.required().error(`Fill in “${title}”.`),
  });
