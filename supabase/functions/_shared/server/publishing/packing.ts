import * as v from 'valibot';
import { withProduct } from '../../contract/brand.ts';

const Lines = v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)));

/** The page after payment says what to bring; the mails shall say the same. */
const Document = v.object({
  _updatedAt: v.pipe(v.string(), v.isoTimestamp()),
  classes: v.pipe(v.nullish(Lines, []), v.maxLength(30)),
  camps: v.pipe(v.nullish(Lines, []), v.maxLength(30)),
});

/**
 * For `publish_packing_lists`; null where nothing is published that makes sense: then mails go on with what they had.
 */
export function toPackingLists(documents: readonly unknown[]) {
  const parsed = v.safeParse(Document, documents[0]);
  if (!parsed.success) return null;
  const { _updatedAt: updated_at, classes, camps } = parsed.output;
  return { updated_at, classes: filled(classes), camps: filled(camps) };
}

/** A mail knows the product's name; a line that needs another fact of the site's settings is left to the pages. */
const filled = (lines: readonly string[]) => lines.map(withProduct).filter((line) => !line.includes('{'));
