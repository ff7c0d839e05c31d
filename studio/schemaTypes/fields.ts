import { defineField, type CustomValidator, type NumberRule, type StringRule } from 'sanity';
import { PriceInput } from '../components/PriceInput.tsx';
import { ProductTextInput } from '../components/ProductTextInput.tsx';
import { priceProblem } from './price-problem.ts';

interface TextOptions {
  name: string;
  title: string;
  description?: string;
  max?: number;
  optional?: boolean;
}

/** A line of text; `{product}` in it becomes the product word. */
export const line = ({ name, title, description, max = 120, optional }: TextOptions) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'string',
    components: { input: ProductTextInput },
    validation: (rule) => textRule(rule, title, max, optional),
  });

/** A paragraph of text; `{product}` in it becomes the product word. */
export const paragraph = ({ name, title, description, max = 400, optional }: TextOptions) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'text',
    rows: 3,
    components: { input: ProductTextInput },
    validation: (rule) => textRule(rule, title, max, optional),
  });

function textRule(rule: StringRule, title: string, max: number, optional = false): StringRule {
  const short = rule.max(max).error(`“${title}” may have ${max} characters at most.`);
  return optional ? short : short.required().error(`“${title}” is needed, in ${max} characters at most.`);
}

interface PriceOptions {
  name: string;
  title: string;
  description?: string;
  required?: boolean;
  also?: CustomValidator<number | undefined>;
}

/** Money in S$, at most two decimals. */
export const price = ({ name, title, description, required = false, also }: PriceOptions) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'number',
    components: { input: PriceInput },
    validation: (rule: NumberRule) => {
      const needed = required ? rule.required().error('A price is needed.') : rule;
      return needed.custom((value, context) => priceProblem(value) ?? also?.(value, context) ?? true);
    },
  });

/** A whole number from `from` up. */
export const count = (name: string, title: string, from: number, description?: string) =>
  defineField({
    name,
    title,
    ...(description ? { description } : {}),
    type: 'number',
    validation: (rule) =>
      rule.required().integer().min(from).error(`“${title}” is a whole number, ${from} or more.`),
  });

/** A colour as `#D93636`. */
export const color = (name: string, title: string, optional = false) =>
  defineField({
    name,
    title,
    description: 'Six digits, such as #D93636.',
    type: 'string',
    validation: (rule) => {
      const hex = rule
        .regex(/^#[0-9A-Fa-f]{6}$/, { name: 'colour' })
        .error('A colour is # and six digits, such as #D93636.');
      return optional ? hex : hex.required();
    },
  });
