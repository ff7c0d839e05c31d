import { withProduct } from '../../../src/config/brand.ts';

/** Search engines cut what is longer, in characters. */
const titleMax = 60;
const descriptionMin = 50;
const descriptionMax = 160;

/** What a search engine would do to a title, for a warning; null if it shows it whole. */
export function seoTitleRemark(value: string | undefined): string | null {
  const length = withProduct(value ?? '').length;
  if (length <= titleMax) return null;
  return `The title has ${length} characters. Search engines cut it off after about ${titleMax}.`;
}

/** What a search engine would do to a description, for a warning; null if it shows it whole. */
export function seoDescriptionRemark(value: string | undefined): string | null {
  const length = withProduct(value ?? '').length;
  if (length === 0) return null;
  if (length < descriptionMin)
    return `The text has ${length} characters. Under ${descriptionMin}, search engines often choose another text.`;
  if (length > descriptionMax)
    return `The text has ${length} characters. Search engines cut it off after about ${descriptionMax}.`;
  return null;
}
