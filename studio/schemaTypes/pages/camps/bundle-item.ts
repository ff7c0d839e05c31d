import { defineType, type PreviewValue } from 'sanity';
import { withProduct } from '../../../../src/config/brand.ts';
import { price } from '../../fields.ts';
import { picture, text, words } from '../fields.ts';

export const bundleItem = defineType({
  name: 'bundleItem',
  title: 'Bundle item',
  type: 'object',
  fields: [
    picture('picture', 'Picture'),
    words({ name: 'title', title: 'Title', max: 60 }),
    text({ name: 'description', title: 'Description', max: 160 }),
    words({ name: 'badge', title: 'Badge', max: 30, optional: true }),
    price({
      name: 'value',
      title: 'Value in S$',
      description: 'What a family would pay for it elsewhere. It must be a fair price.',
      required: true,
    }),
  ],
  preview: {
    select: { title: 'title', value: 'value', badge: 'badge', media: 'picture.image' },
    prepare: ({ title, value, badge, media }: BundleFields) => ({
      title: withProduct(title ?? 'Unnamed item'),
      subtitle: [value === undefined ? 'No value' : `worth S$${value}`, badge].filter(Boolean).join(' · '),
      ...(media ? { media } : {}),
    }),
  },
});

interface BundleFields {
  title?: string;
  value?: number;
  badge?: string;
  media?: PreviewValue['media'];
}
