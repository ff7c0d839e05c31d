import { defineType } from 'sanity';
import { flag, line, lines, order, paragraph, picture, price, pricesConfirmed } from '../fields.ts';
import { plannedPrices, saleTime } from '../time-fields.ts';
import { refundRules } from '../objects/refund-rule.ts';
import { offerPreview } from '../previews/offer.ts';

export const holidayPackage = defineType({
  name: 'holidayPackage',
  title: 'Holiday package',
  type: 'document',
  icon: () => '🎒',
  fields: [
    line({ name: 'name', title: 'Name', max: 60 }),
    price({ name: 'price', title: 'Price in S$', required: true }),
    flag('available', 'Open', true, 'When this is off, nobody can reserve or buy it.'),
    plannedPrices(),
    saleTime(),
    paragraph({ name: 'description', title: 'Description', max: 240 }),
    lines({ name: 'features', title: 'What it includes', max: 6 }),
    paragraph({
      name: 'cancellation',
      title: 'Cancellation',
      description: 'The rules in words. Each order keeps the wording of the day it was sold.',
      max: 600,
    }),
    refundRules('sale', false),
    picture(),
    order(),
    pricesConfirmed(),
  ],
  groups: [{ name: 'sale', title: 'Terms' }],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: {
    select: { name: 'name', price: 'price', available: 'available' },
    prepare: offerPreview,
  },
});
