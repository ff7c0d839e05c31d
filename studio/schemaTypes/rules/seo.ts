import { withProduct } from '../../../src/config/brand.ts';

/** The most characters of a title. Search engines cut longer texts. */
const titleMax = 60;
const descriptionMin = 50;
const descriptionMax = 160;

/** Returns a warning if search engines would cut the title, or null. */
export function seoTitleRemark(value: string | undefined): string | null {
  const length = withProduct(value ?? '').length;
  if (length <= titleMax) return null;
  return `The title has ${length} characters. Search engines cut it off after about ${titleMax}.`;
}

/**
 * Returns a warning if the description is too short, or so long that search engines would cut it. Otherwise returns
 * null.
 */
export function seoDescriptionRemark(value: string | undefined): string | null {
  const length = withProduct(value ?? '').length;
  if (length === 0) return null;
  if (length < descriptionMin)
    return `The text has ${length} characters. Under ${descriptionMin}, search engines often choose another text.`;
  if (length > descriptionMax)
    return `The text has ${length} characters. Search engines cut it off after about ${descriptionMax}.`;
  return null;
}
