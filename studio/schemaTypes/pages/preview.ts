import type { PreviewValue } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';

interface Selected {
  title?: string | number;
  subtitle?: string | number;
  media?: PreviewValue['media'];
}

const read = (value: string | number | undefined) => (value === undefined ? '' : withProduct(String(value)));

export const twoLines = (
  title: string,
  subtitle: string,
  { media, before = '' }: { media?: string; before?: string } = {},
) => ({
  select: { title, subtitle, ...(media ? { media } : {}) },
  prepare: (selected: Selected) => ({
    title: read(selected.title) || 'Without a title',
    subtitle: read(selected.subtitle) && before + read(selected.subtitle),
    ...(selected.media ? { media: selected.media } : {}),
  }),
});
