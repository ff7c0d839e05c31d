import { defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { line, paragraph, price } from '../fields.ts';
import { dollars } from '../previews/dollars.ts';
import { shortNameProblem } from '../../../supabase/functions/_shared/contract/selling-rules/short-name.ts';

const timeOfDay = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'string',
    validation: (rule) =>
      rule
        .required()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { name: 'time' })
        .error('Enter a time of day, such as 08:30.'),
  });

export const siblingRebate = defineType({
  name: 'siblingRebate',
  title: 'Sibling rebate',
  type: 'object',
  fields: [
    price({ name: 'amount', title: 'Rebate in S$', required: true }),
    defineField({
      name: 'places',
      title: 'Spots with rebate',
      description: 'For each camp. Leave this empty for no limit.',
      type: 'number',
      validation: (rule) =>
        rule.integer().min(1).max(1000).error('Enter a whole number from 1 to 1000, or leave this empty.'),
    }),
  ],
});

/** The extended day that every package includes (decisions "Selling rules"). */
export const extendedDay = defineType({
  name: 'extendedDay',
  title: 'Extended day',
  type: 'object',
  fields: [timeOfDay('start', 'From'), timeOfDay('end', 'To')],
  validation: (rule) =>
    rule.custom((value: { start?: string; end?: string } | undefined) =>
      value?.start && value.end && value.start >= value.end ? 'The day must end after it begins.' : true,
    ),
});

/**
 * Transport to camp and back. It is listed only if we offer it, because parents can always bring their child
 * themselves.
 */
export const transportOption = defineType({
  name: 'transportOption',
  title: 'Transport',
  type: 'object',
  fields: [
    line({ name: 'title', title: 'Name', max: 60 }),
    defineField({
      name: 'price',
      title: 'Price in S$',
      description: 'For one child and the whole camp. Enter 0 if it is free.',
      type: 'number',
      validation: (rule) =>
        rule
          .required()
          .min(0)
          .max(10_000)
          .precision(2)
          .error('Enter an amount from S$0 to S$10,000, with two decimals at most.'),
    }),
    paragraph({ name: 'description', title: 'Description', max: 200, optional: true }),
    defineField({
      name: 'id',
      title: 'Short name',
      description: 'The name of this option at the checkout.',
      type: 'string',
      validation: (rule) => [
        rule.required().error('Enter a short name, such as “door-to-door”.'),
        rule.custom((value) => shortNameProblem(value) ?? true),
      ],
    }),
  ],
  preview: {
    select: { title: 'title', price: 'price' },
    prepare: ({ title, price: cost }) => ({
      title: withProduct(String(title ?? 'Unnamed')),
      subtitle: cost === 0 ? 'free' : dollars(cost),
    }),
  },
});
