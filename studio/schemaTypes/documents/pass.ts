import { defineArrayMember, defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { SystemNameInput } from '../../components/SystemNameInput.tsx';
import { color, count, flag, line, madeName, order, paragraph, price, pricesConfirmed } from '../fields.ts';
import { checkoutPathProblem } from '../rules/checkout-path.ts';
import { fromTheLast } from '../../sale/prefill.ts';
import { plannedPrices, saleTime } from '../time-fields.ts';
import { pauseRules } from '../objects/pause-rules.ts';
import { refundRules } from '../objects/refund-rule.ts';
import { passPreview } from '../previews/pass.ts';

/** A pass or trial that families buy (spec 2 §3 and §9). Publishing it sets the price that the checkout charges. */
export const pass = defineType({
  name: 'pass',
  title: 'Pass',
  type: 'document',
  icon: () => '🎟️',
  initialValue: fromTheLast('pass'),
  groups: [
    { name: 'sale', title: 'Price and terms', default: true },
    { name: 'card', title: 'Card' },
    { name: 'system', title: 'System' },
  ],
  fields: [
    { ...line({ name: 'name', title: 'Name', max: 60 }), group: ['sale', 'card'] },
    {
      ...price({
        name: 'price',
        title: 'Price in S$',
        description: 'What families pay from the moment you publish.',
        required: true,
      }),
      group: 'sale',
    },
    {
      ...price({
        name: 'regularPrice',
        title: 'Regular price in S$',
        description: 'Only for an offer. Shown crossed out beside the price.',
        also: (value, { document }) => {
          const lower = document?.['price'];
          if (value === undefined || typeof lower !== 'number' || value > lower) return true;
          return 'The regular price must be higher than the price. Leave it empty if there is no offer.';
        },
      }),
      group: 'sale',
    },
    defineField({
      name: 'available',
      title: 'On sale',
      description: 'When this is off, the card stays on the site but nobody can buy the pass.',
      type: 'boolean',
      initialValue: true,
      group: 'sale',
      validation: (rule) => rule.required(),
    }),
    { ...plannedPrices(), group: 'sale' },
    { ...saleTime(), group: 'sale' },
    { ...count('sessions', 'Sessions', 1, 'How many credits the pass gives.'), group: 'sale' },
    { ...count('validityDays', 'Valid for, in days', 1, 'Counted from the day of purchase.'), group: 'sale' },
    { ...count('makeUps', 'Make-up sessions', 0), group: 'sale' },
    ...pauseRules('sale'),
    {
      ...flag(
        'renews',
        'Renews',
        false,
        'The pass is bought again automatically when it ends, until the family stops the renewal.',
      ),
      group: 'sale',
    },
    defineField({
      name: 'kind',
      title: 'Kind',
      description: 'A team pass is for sessions of the chosen team. A pass is for sessions of every team.',
      type: 'string',
      group: 'sale',
      options: {
        list: [
          { value: 'pass', title: 'Pass' },
          { value: 'team_pass', title: 'Team pass' },
        ],
        layout: 'radio',
      },
      initialValue: 'pass',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'onePerChild',
      title: 'One per child',
      type: 'boolean',
      initialValue: false,
      group: 'sale',
      validation: (rule) => rule.required(),
    }),
    { ...count('minAge', 'Minimum age', 1, 'In years.'), group: 'sale' },
    defineField({
      name: 'maxAge',
      title: 'Maximum age',
      type: 'number',
      group: 'sale',
      validation: (rule) =>
        rule
          .required()
          .integer()
          .min(rule.valueOfField('minAge'))
          .error('Enter a whole number that is not below the minimum age.'),
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
    { ...paragraph({ name: 'description', title: 'Description', max: 160 }), group: 'card' },
    {
      ...line({
        name: 'validity',
        title: 'Validity in words',
        description: 'For example, “use within 14 days”.',
        max: 60,
      }),
      group: 'card',
    },
    defineField({
      name: 'features',
      title: 'What it includes',
      description: 'The site adds the price per session and the make-ups for you.',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      group: 'card',
      validation: (rule) => rule.required().min(1).max(5).error('Enter one to five lines.'),
    }),
    { ...line({ name: 'badge', title: 'Badge', max: 24, optional: true }), group: 'card' },
    { ...color('badgeColor', 'Colour of the badge', { optional: true }), group: 'card' },
    defineField({
      name: 'recommended',
      title: 'Recommended',
      description: 'Makes the card stand out.',
      type: 'boolean',
      initialValue: false,
      group: 'card',
      validation: (rule) => rule.required(),
    }),
    { ...order(), group: 'card' },
    { ...madeName('pass', 'passId'), group: 'system' },
    {
      ...line({ name: 'checkoutType', title: 'Checkout type', max: 40 }),
      description: 'The end of its address at the checkout. Made from the name.',
      components: { input: SystemNameInput },
      group: 'system',
    },
    defineField({
      name: 'checkoutPath',
      title: 'Checkout address',
      description: 'Leave it empty for the address /checkout/ followed by the checkout type.',
      type: 'string',
      group: 'system',
      validation: (rule) => rule.custom((value) => checkoutPathProblem(value) ?? true),
    }),
    pricesConfirmed(),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: {
    select: { name: 'name', price: 'price', regularPrice: 'regularPrice', available: 'available' },
    prepare: (selected) => passPreview(selected, withProduct),
  },
});
