import { withProduct } from '../../../src/config/brand.ts';

/** Search engines cut longer texts. In characters. */
const titleMax = 60;
const descriptionMin = 50;
const descriptionMax = 160;

/** A warning if a search engine would cut the title; otherwise null. */
export function seoTitleRemark(value: string | undefined): string | null {
  const length = withProduct(value ?? '').length;
  if (length <= titleMax) return null;
  return `${length} characters: search engines cut a title after about ${titleMax}.`;
}

/** A warning if a search engine would cut the description or it is too short; otherwise null. */
export function seoDescriptionRemark(value: string | undefined): string | null {
  const length = withProduct(value ?? '').length;
  if (length === 0) return null;
  if (length < descriptionMin)
    return `${length} characters: under ${descriptionMin}, search engines often choose another text.`;
  if (length > descriptionMax)
    return `${length} characters: search engines cut a description after about ${descriptionMax}.`;
  return null;
}
