import { defineArrayMember, defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import {
  count,
  countUpTo,
  flag,
  line,
  lines,
  madeName,
  order,
  paragraph,
  picture,
  price,
  pricesConfirmed,
} from '../fields.ts';
import { plannedPrices, saleTime } from '../time-fields.ts';
import { refundRules } from '../objects/refund-rule.ts';
import { campTierPreview } from '../previews/camp-tier.ts';
import {
  rungsProblem,
  rungsRemark,
  type Rung,
  usualPriceRemark,
} from '../../../supabase/functions/_shared/contract/selling-rules/rungs.ts';
import { rebateProblem } from '../../../supabase/functions/_shared/contract/selling-rules/rebate.ts';
import { fromTheLast } from '../../sale/prefill.ts';

/**
 * A tier of camps. Publishing it sets the prices that the checkout charges (spec 2 §3 and §9). Dates and bases are in
 * the database.
 */
export const campTier = defineType({
  name: 'campTier',
  title: 'Camp tier',
  type: 'document',
  icon: () => '🏕️',
  initialValue: fromTheLast('campTier'),
  groups: [
    { name: 'sale', title: 'Price and terms', default: true },
    { name: 'camp', title: 'The camp' },
    { name: 'card', title: 'Card' },
  ],
  fields: [
    { ...line({ name: 'name', title: 'Name', max: 60 }), group: ['sale', 'card'] },
    {
      ...price({
        name: 'price',
        title: 'Listed price in S$',
        description: 'What a camp costs once all early-bird rungs are sold out or have ended.',
        required: true,
        // The error is shown beside the price that the editor typed, unless the rungs themselves are wrong.
        also: (value, { document }) => {
          const rungs = document?.['rungs'] as Rung[] | undefined;
          const ofRungs = rungsProblem(rungs, undefined) === null ? rungsProblem(rungs, value) : null;
          return ofRungs ?? rebateProblem(document?.['siblingRebate'], { ...document, price: value }) ?? true;
        },
      }),
      group: 'sale',
    },
    defineField({
      name: 'rungs',
      title: 'Early-bird rungs',
      description:
        'In the order in which they sell. A rung sells until you close it, its spots are gone or its deadline has passed. Then the next one sells, and finally the listed price applies.',
      type: 'array',
      group: 'sale',
      of: [defineArrayMember({ type: 'rung' })],
      validation: (rule) => [
        rule.max(10).error('Use ten rungs or fewer.'),
        rule.custom<Rung[]>((value) => rungsProblem(value, undefined) ?? true),
        rule.custom<Rung[]>((value) => rungsRemark(value, new Date()) ?? true).warning(),
        rule
          .custom<Rung[]>(
            (value, { document }) =>
              usualPriceRemark(
                document?.['tier'] as string | undefined,
                document?.['price'] as number | undefined,
                value,
                new Date(),
              ) ?? true,
          )
          .warning(),
      ],
    }),
    {
      ...flag(
        'available',
        'On sale',
        true,
        'When this is off, the card stays on the site but nobody can book this kind of camp.',
      ),
      group: 'sale',
    },
    { ...plannedPrices(), group: 'sale' },
    { ...saleTime(), group: 'sale' },
    defineField({
      name: 'siblingRebate',
      title: 'Sibling rebate',
      type: 'siblingRebate',
      group: 'sale',
      validation: (rule) => rule.custom((value, { document }) => rebateProblem(value, document) ?? true),
    }),
    defineField({
      name: 'transport',
      title: 'Transport',
      description: 'Choices besides self drop-off, which is always free.',
      type: 'array',
      group: 'sale',
      of: [defineArrayMember({ type: 'transportOption' })],
      validation: (rule) =>
        rule
          .max(6)
          .custom((value: { id?: string }[] | undefined) =>
            new Set(value?.map(({ id }) => id)).size === (value?.length ?? 0)
              ? true
              : 'Two transport options have the same short name. Give each its own.',
          ),
    }),
    {
      ...paragraph({
        name: 'cancellation',
        title: 'Cancellation',
        description: 'The rules in words. Each order keeps the wording of the day it was sold.',
        max: 600,
      }),
      group: 'sale',
    },
    refundRules('sale'),
    { ...count('days', 'Days', 1), group: 'camp' },
    {
      ...line({ name: 'weekdays', title: 'Days in words', description: 'For example, “Mon–Wed”.', max: 30 }),
      group: 'camp',
    },
    {
      ...line({ name: 'level', title: 'Level', description: 'For example, “Foundation”.', max: 60 }),
      group: 'camp',
    },
    defineField({
      name: 'teams',
      title: 'Teams',
      type: 'array',
      group: 'camp',
      of: [defineArrayMember({ type: 'string' })],
      options: {
        list: [
          { value: 'white', title: withProduct('White {product}') },
          { value: 'red', title: withProduct('Red {product}') },
          { value: 'black', title: withProduct('Black {product}') },
          { value: 'x', title: withProduct('X-{product}') },
        ],
      },
      validation: (rule) => rule.required().min(1).unique().error('Choose at least one team.'),
    }),
    { ...count('minAge', 'Minimum age', 1, 'In years.'), group: 'camp' },
    { ...countUpTo('maxAge', 'Maximum age', 'minAge'), group: 'camp' },
    defineField({
      name: 'bases',
      title: 'Bases',
      description: 'The bases that offer this camp.',
      type: 'array',
      group: 'camp',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'base' }] })],
      validation: (rule) => rule.required().min(1).unique().error('Choose at least one base.'),
    }),
    defineField({ name: 'extendedDay', title: 'Extended day', type: 'extendedDay', group: 'camp' }),
    { ...paragraph({ name: 'description', title: 'Description', max: 240 }), group: 'card' },
    {
      ...lines({ name: 'benefits', title: 'What it includes', min: 1, max: 10 }),
      group: 'card',
    },
    {
      ...lines({
        name: 'premiumOptions',
        title: 'Premium options',
        description: 'Extras that only this tier has.',
        max: 8,
      }),
      group: 'card',
    },
    {
      ...line({
        name: 'highlight',
        title: 'Ribbon',
        description: 'Shown across the card, for example “Most Popular”.',
        max: 24,
        optional: true,
      }),
      group: 'card',
    },
    {
      ...line({
        name: 'badge',
        title: 'Note beside the price',
        description: 'For example, “First 5 bookings of each week”.',
        max: 60,
        optional: true,
      }),
      group: 'card',
    },
    {
      ...line({
        name: 'priceIncludes',
        title: 'What the price includes',
        description: 'One sentence below the price.',
        max: 160,
      }),
      group: 'card',
    },
    { ...picture(), group: 'card' },
    { ...order(), group: 'card' },
    { ...madeName('campTier', 'tier'), group: 'sale' },
    pricesConfirmed(),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: {
    select: { name: 'name', price: 'price', rungs: 'rungs', available: 'available' },
    prepare: (selected) => campTierPreview(selected, new Date()),
  },
});
