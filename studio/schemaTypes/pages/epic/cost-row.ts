import { defineField, defineType } from 'sanity';
import { withProduct } from '../../../../src/config/brand.ts';
import { price } from '../../fields.ts';
import { words } from '../fields.ts';

export const costRow = defineType({
  name: 'costRow',
  title: 'Programme item',
  type: 'object',
  fields: [
    words({ name: 'title', title: 'What', max: 80 }),
    price({ name: 'from', title: 'From, in S$', required: true }),
    defineField({
      ...price({ name: 'to', title: 'To, in S$', required: true, also: notBelowFrom }),
    }),
  ],
  preview: {
    select: { title: 'title', from: 'from', to: 'to' },
    prepare: ({ title, from, to }: Record<string, string | number | undefined>) => ({
      title: withProduct(String(title ?? 'Unnamed')),
      subtitle: `S$${from ?? '?'}–${to ?? '?'}`,
    }),
  },
});

function notBelowFrom(value: number | undefined, { parent }: { parent?: unknown }) {
  const from = typeof parent === 'object' && parent !== null && 'from' in parent ? parent.from : undefined;
  return value === undefined || typeof from !== 'number' || value >= from || '“To” must not be below “From”.';
}
