import { defineType } from 'sanity';
import {
  count,
  countUpTo,
  flag,
  line,
  lines,
  order,
  paragraph,
  picture,
  price,
  pricesConfirmed,
} from '../fields.ts';
import { fromTheLast } from '../../sale/prefill.ts';
import { plannedPrices, saleTime } from '../time-fields.ts';
import { refundRules } from '../objects/refund-rule.ts';
import { offerPreview } from '../previews/offer.ts';

export const birthdayPackage = defineType({
  name: 'birthdayPackage',
  title: 'Birthday package',
  type: 'document',
  icon: () => '🎂',
  initialValue: fromTheLast('birthdayPackage'),
  groups: [
    { name: 'sale', title: 'Price and terms', default: true },
    { name: 'card', title: 'Card' },
  ],
  fields: [
    { ...line({ name: 'name', title: 'Name', max: 60 }), group: ['sale', 'card'] },
    {
      ...price({
        name: 'price',
        title: 'Price in S$',
        description: 'What a family pays for the whole party.',
        required: true,
      }),
      group: 'sale',
    },
    {
      ...price({
        name: 'extraGuest',
        title: 'Price for each extra child in S$',
        description: 'Leave this empty if there can be no extra children.',
      }),
      group: 'sale',
    },
    {
      ...flag(
        'available',
        'On sale',
        true,
        'When this is off, the card stays on the site but nobody can ask for this party.',
      ),
      group: 'sale',
    },
    { ...plannedPrices(), group: 'sale' },
    { ...saleTime(), group: 'sale' },
    { ...count('guests', 'Children included', 1), group: 'sale' },
    { ...count('minutes', 'Length in minutes', 15), group: 'sale' },
    { ...count('minAge', 'Minimum age', 1, 'In years.'), group: 'sale' },
    { ...countUpTo('maxAge', 'Maximum age', 'minAge'), group: 'sale' },
    {
      ...paragraph({
        name: 'cancellation',
        title: 'Cancellation',
        description: 'The rules in words. Each order keeps the wording of the day it was sold.',
        max: 600,
      }),
      group: 'sale',
    },
    refundRules('sale', false),
    { ...paragraph({ name: 'description', title: 'Description', max: 240 }), group: 'card' },
    { ...lines({ name: 'features', title: 'What it includes', min: 1, max: 8 }), group: 'card' },
    { ...line({ name: 'badge', title: 'Badge', max: 24, optional: true }), group: 'card' },
    { ...picture(), group: 'card' },
    { ...order(), group: 'card' },
    pricesConfirmed(),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: {
    select: { name: 'name', price: 'price', available: 'available' },
    prepare: offerPreview,
  },
});
