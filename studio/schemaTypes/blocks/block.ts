import { defineField, defineType, type FieldDefinition } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { isShowing } from '../../../supabase/functions/_shared/contract/selling-rules/planned.ts';
import { text, words } from '../pages/fields.ts';
import { showing } from '../time-fields.ts';

export const block = (name: string, title: string, icon: string, fields: FieldDefinition[]) =>
  defineType({
    name,
    title,
    type: 'object',
    icon: () => icon,
    fields: [...fields, showing()],
    preview: {
      select: { heading: 'heading', text: 'text', from: 'showing.from', until: 'showing.until' },
      prepare: ({
        heading,
        text: other,
        from,
        until,
      }: {
        heading?: string;
        text?: unknown;
        from?: string;
        until?: string;
      }) => ({
        title: isShowing({ from, until }, new Date()) ? title : `${title} (not shown now)`,
        subtitle: withProduct(heading ?? (typeof other === 'string' ? other : '')),
      }),
    },
  });

/**
 * The fields above a block that can also be shown without them: the line above the heading, the heading and the lead.
 */
export const optionalHead = () => [
  words({ name: 'kicker', title: 'Line above the heading', max: 80, optional: true }),
  words({ name: 'heading', title: 'Heading', max: 90, optional: true }),
  text({ name: 'lead', title: 'Lead', max: 300, optional: true }),
];

/** A switch for a sand-coloured background. A long page is easier to read if every other section has one. */
export const onSand = () =>
  defineField({
    name: 'onSand',
    title: 'Sand background',
    description: 'A warmer background, which sets this section apart from the one above it.',
    type: 'boolean',
    initialValue: false,
  });
