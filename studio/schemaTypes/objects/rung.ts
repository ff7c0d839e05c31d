import { defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { flag, line, price } from '../fields.ts';
import { moment } from '../time-fields.ts';
import { formatMoment } from '../../../supabase/functions/_shared/contract/format.ts';
import { dollars } from '../previews/dollars.ts';
import { shortNameProblem } from '../../../supabase/functions/_shared/contract/selling-rules/short-name.ts';

/** A step of early-bird prices (decisions "Early-bird rungs"). Rungs are sold in the order of the list. */
export const rung = defineType({
  name: 'rung',
  title: 'Early-bird rung',
  type: 'object',
  fields: [
    line({ name: 'name', title: 'Name', description: 'For example, “First early bird”.', max: 40 }),
    price({ name: 'price', title: 'Price in S$', required: true }),
    defineField({
      name: 'places',
      title: 'Spots',
      description: 'For each camp. Leave this empty for as many spots as the camp has.',
      type: 'number',
      validation: (rule) =>
        rule.integer().min(1).max(1000).error('Enter a whole number from 1 to 1000, or leave this empty.'),
    }),
    moment('from', 'From', 'Optional. Before this moment, the rung is skipped.'),
    moment(
      'deadline',
      'Until',
      'The last moment at this price. Parents see it, and the countdown runs until then.',
    ),
    flag(
      'closed',
      'Sold out',
      false,
      'When this is on, the rung is shown as sold out, whatever its spots and deadline say.',
    ),
    defineField({
      name: 'id',
      title: 'Short name',
      description:
        'The checkout counts the spots under this name. Keep it while camps with this rung are on sale: under a new name, the count starts again.',
      type: 'string',
      validation: (rule) => [
        rule.required().error('Enter a short name, such as “second”.'),
        rule.custom((value) => shortNameProblem(value) ?? true),
      ],
    }),
  ],
  preview: {
    select: {
      name: 'name',
      price: 'price',
      places: 'places',
      from: 'from',
      deadline: 'deadline',
      closed: 'closed',
    },
    prepare: ({ name, price: cost, places, from, deadline, closed }) => ({
      title: `${withProduct(String(name ?? 'Unnamed rung'))} · ${dollars(cost)}`,
      subtitle:
        closed === true
          ? 'Sold out'
          : [
              typeof places === 'number' ? `${places} spots a camp` : '',
              typeof from === 'string' ? `from ${formatMoment(from)}` : '',
              typeof deadline === 'string' ? `until ${formatMoment(deadline)}` : '',
            ]
              .filter(Boolean)
              .join(' · ') || 'Open',
    }),
  },
});
