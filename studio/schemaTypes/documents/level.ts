import { defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { count, countUpTo, emoji, line, order, paragraph, picture, slug } from '../fields.ts';

export const level = defineType({
  name: 'level',
  title: 'Stage of the journey',
  type: 'document',
  icon: () => '🔥',
  fields: [
    line({ name: 'name', title: 'Name', max: 40 }),
    count('minAge', 'Minimum age', 1, 'In years.'),
    countUpTo('maxAge', 'Maximum age', 'minAge'),
    paragraph({ name: 'description', title: 'Description', max: 200 }),
    emoji({ initialValue: '🔥' }),
    picture(),
    order(),
    slug('level', 'levelId', 'System name', 'The name of this stage in the quiz, for example “spark”.'),
  ],
  orderings: [{ name: 'order', title: 'Order on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: {
    select: { name: 'name', minAge: 'minAge', maxAge: 'maxAge', media: 'picture.image' },
    prepare: ({ name, minAge, maxAge }) => ({
      title: withProduct(String(name ?? 'Unnamed stage')),
      subtitle: `${String(minAge ?? '?')}–${String(maxAge ?? '?')} years`,
    }),
  },
});
