import {
  defineArrayMember,
  defineField,
  type CustomValidator,
  type NumberRule,
  type StringRule,
} from 'sanity';
import { PriceInput } from '../components/PriceInput.tsx';
import { ProductTextInput } from '../components/ProductTextInput.tsx';
import { SystemNameInput } from '../components/SystemNameInput.tsx';
import { placeholderProblem, typedFactProblem } from './pages/placeholders.ts';
import { priceProblem } from '../../supabase/functions/_shared/contract/selling-rules/price.ts';
import { emojiProblem } from './rules/emoji.ts';
import { uniqueSlug } from './unique.ts';

interface TextOptions {
  name: string;
  title: string;
  description?: string;
  max?: number;
  optional?: boolean;
  fills?: readonly string[];
}

export const line = ({ max = 120, ...options }: TextOptions) =>
  defineField({
    ...named(options),
    type: 'string',
    components: { input: ProductTextInput },
    validation: (rule) => textRules(rule, { max, ...options }),
  });

export const paragraph = ({ max = 400, ...options }: TextOptions) =>
  defineField({
    ...named(options),
    type: 'text',
    rows: 3,
    components: { input: ProductTextInput },
    validation: (rule) => textRules(rule, { max, ...options }),
  });

const named = ({ name, title, description }: TextOptions) => ({
  name,
  title,
  ...(description ? { description } : {}),
});

/**
 * Returns the rules of a text. Sanity uses a rule's message for all of its checks, so each check is a separate rule.
 */
function textRules(rule: StringRule, { title, max, optional, fills }: TextOptions & { max: number }) {
  const rules = [
    rule.max(max).error(`“${title}” is too long: use ${max} characters or fewer.`),
    rule.custom((value) => placeholderProblem(value, fills) ?? true),
    rule.custom<string>((value) => typedFactProblem(value) ?? true).warning(),
  ];
  return optional ? rules : [rule.required().error(`Fill in “${title}”.`), ...rules];
}

interface LinesOptions {
  name: string;
  title: string;
  description?: string;
  min?: number;
  max: number;
}

export const lines = ({ name, title, description, min = 0, max }: LinesOptions) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'array',
    of: [
      defineArrayMember({
        type: 'string',
        validation: (rule) => [
          rule.required().max(160).error('Each line needs 1 to 160 characters.'),
          rule.custom((value) => placeholderProblem(value) ?? true),
          rule.custom<string>((value) => typedFactProblem(value) ?? true).warning(),
        ],
      }),
    ],
    validation: (rule) => {
      const few = rule.max(max).error(`“${title}” has too many lines: use ${max} or fewer.`);
      return min > 0 ? few.required().min(min).error(`“${title}” needs ${min} to ${max} lines.`) : few;
    },
  });

interface PriceOptions {
  name: string;
  title: string;
  description?: string;
  required?: boolean;
  also?: CustomValidator<number | undefined>;
}

export const price = ({ name, title, description, required = false, also }: PriceOptions) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'number',
    components: { input: PriceInput },
    validation: (rule: NumberRule) => {
      // Sanity uses a rule's message for all of its checks, so each check is a separate rule.
      const sane = rule.custom((value, context) => priceProblem(value) ?? also?.(value, context) ?? true);
      return required ? [rule.required().error('Enter a price.'), sane] : sane;
    },
  });

/**
 * The prices of an offer that somebody has confirmed. Publish asks for the confirmation and writes them. The database
 * reads them.
 */
export const pricesConfirmed = () =>
  defineField({
    name: 'pricesConfirmed',
    title: 'Prices confirmed',
    type: 'string',
    hidden: true,
    readOnly: true,
  });

/**
 * Returns whether a number is whole and large enough. This is a single check, because a chain of rules would show its
 * message once per rule. A missing value has its own rule.
 */
const isWhole = (value: unknown, from: number) =>
  value === undefined || (Number.isInteger(value) && Number(value) >= from);

function numberIn(parent: unknown, field: string): number {
  const found = typeof parent === 'object' && parent !== null ? Object.entries(parent) : [];
  return Number(found.find(([name]) => name === field)?.[1] ?? 0);
}

export const count = (name: string, title: string, from: number, description?: string) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'number',
    validation: (rule) => {
      const message = `“${title}” must be a whole number of ${from} or more.`;
      return [rule.required().error(message), rule.custom((value) => isWhole(value, from) || message)];
    },
  });

/** A whole number that must not be smaller than the number in the field `other`. */
export const countUpTo = (name: string, title: string, other: string, description?: string) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'number',
    validation: (rule) => {
      const message = `“${title}” must be a whole number, and not below the minimum.`;
      return [
        rule.required().error(message),
        rule.custom((value, { parent }) => isWhole(value, numberIn(parent, other)) || message),
      ];
    },
  });

/** The position of a new entry, at the end of its list, until an editor moves it. */
const LAST_POSITION = 1_000;

/**
 * The position in lists that the site shows in order. Editors drag the entries (`ordering/`), so this field is hidden.
 */
export const order = () => ({
  ...count('order', 'Position in lists', 1),
  hidden: true,
  initialValue: LAST_POSITION,
});

/**
 * A field for one emoji or a few. They are counted as people see them, so a family of four counts as one. The
 * field is required if it has an initial value, as in lists with an emoji before each entry.
 */
export const emoji = ({ description, initialValue }: { description?: string; initialValue?: string } = {}) =>
  defineField({
    ...named({ name: 'emoji', title: 'Emoji', ...(description ? { description } : {}) }),
    type: 'string',
    ...(initialValue ? { initialValue } : {}),
    validation: (rule) => {
      const one = rule.custom((value) => emojiProblem(value) ?? true);
      return initialValue ? [rule.required().error('Choose an emoji.'), one] : one;
    },
  });

export const flag = (name: string, title: string, initialValue: boolean, description?: string) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'boolean',
    initialValue,
    validation: (rule) => rule.required(),
  });

/** A short name such as `east-coast`, by which the site, the database or an address identifies the document. */
export const slug = (type: string, name: string, title: string, description: string) =>
  defineField({
    name,
    title,
    description,
    type: 'string',
    validation: (rule) => [rule.required().error(`Fill in “${title}”.`), rule.custom(uniqueSlug(type, name))],
  });

/** A short name that Studio makes from the document's name (`SystemNameInput`), so that nobody types it. */
export const madeName = (type: string, name: string) =>
  defineField({
    name,
    title: 'Name in addresses',
    description: 'Made from the name. It no longer changes once this is published.',
    type: 'string',
    components: { input: SystemNameInput },
    validation: (rule) => [
      rule.required().error('Fill in the name first.'),
      rule.custom(uniqueSlug(type, name)),
    ],
  });

interface ColorOptions {
  optional?: boolean;
  also?: CustomValidator<string | undefined>;
}

export const color = (name: string, title: string, { optional = false, also }: ColorOptions = {}) =>
  defineField({
    name,
    title,
    description: 'Six digits, for example #D93636.',
    type: 'string',
    validation: (rule) => {
      const hex = rule
        .regex(/^#[0-9A-Fa-f]{6}$/, { name: 'colour' })
        .error('Enter # and six digits, such as #D93636.');
      const rules = [optional ? hex : hex.required()];
      // Sanity uses a rule's message for all of its checks, so each check is a separate rule.
      return also ? [...rules, rule.custom(also)] : rules;
    },
  });

export const picture = (name = 'picture', title = 'Picture') => defineField({ name, title, type: 'picture' });
