import { defineType } from 'sanity';
import { formatMoment } from '../../../supabase/functions/_shared/contract/format.ts';
import { price } from '../fields.ts';
import { moment } from '../time-fields.ts';
import { dollars } from '../previews/dollars.ts';

/** A price that replaces the previous price at a moment (decisions "Planned prices"). */
export const plannedPrice = defineType({
  name: 'plannedPrice',
  title: 'Planned price',
  type: 'object',
  fields: [
    moment('from', 'From', 'The checkout charges this price from then on.', 'Enter when this price begins.'),
    price({ name: 'price', title: 'Price in S$', required: true }),
  ],
  preview: {
    select: { from: 'from', price: 'price' },
    prepare: ({ from, price: cost }) => ({
      title: dollars(cost),
      subtitle: typeof from === 'string' ? `from ${formatMoment(from)}` : 'without a date',
    }),
  },
});
