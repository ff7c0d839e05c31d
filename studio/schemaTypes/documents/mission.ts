import { defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { emoji, line, order, paragraph, picture } from '../fields.ts';

/** A mission that camps can choose (spec 2 §1: 18 or more missions, 6 to 10 per camp). */
export const mission = defineType({
  name: 'mission',
  title: 'Mission',
  type: 'document',
  icon: () => '🧭',
  fields: [
    line({ name: 'name', title: 'Name', max: 60 }),
    paragraph({ name: 'description', title: 'Description', max: 200 }),
    line({
      name: 'skill',
      title: 'What it trains',
      description: 'For example, “Asking a stranger for help”.',
      max: 60,
    }),
    emoji({ initialValue: '🧭' }),
    picture(),
    order(),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: {
    select: { name: 'name', skill: 'skill', emoji: 'emoji' },
    prepare: ({ name, skill, emoji: sign }) => ({
      title: `${String(sign ?? '')} ${withProduct(String(name ?? 'Unnamed mission'))}`.trim(),
      subtitle: withProduct(String(skill ?? '')),
    }),
  },
});
