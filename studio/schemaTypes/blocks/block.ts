import { defineField, defineType, type FieldDefinition } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { text, words } from '../pages/fields.ts';

export const block = (name: string, title: string, icon: string, fields: FieldDefinition[]) =>
  defineType({
    name,
    title,
    type: 'object',
    icon: () => icon,
    fields,
    preview: {
      select: { heading: 'heading', text: 'text' },
      prepare: ({ heading, text: other }: { heading?: string; text?: unknown }) => ({
        title,
        subtitle: withProduct(heading ?? (typeof other === 'string' ? other : '')),
      }),
    },
  });

/** The line above, heading and lead of a block that can also be shown without them. */
export const optionalHead = () => [
  words({ name: 'kicker', title: 'Line above the heading', max: 80, optional: true }),
  words({ name: 'heading', title: 'Heading', max: 90, optional: true }),
  text({ name: 'lead', title: 'Lead', max: 300, optional: true }),
];

/** A long page is easier to read if every other section has a sand-coloured background. */
export const onSand = () =>
  defineField({
    name: 'onSand',
    title: 'Sand background',
    description: 'A warmer background, which sets this section apart from the one above it.',
    type: 'boolean',
    initialValue: false,
  });
