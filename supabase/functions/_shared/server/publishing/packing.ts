import * as v from 'valibot';
import { withProduct } from '../../contract/brand.ts';
import { moment } from './fields.ts';

const Lines = v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)));

/** The packing lists of the page after payment, which the mails use too. */
const Document = v.object({
  _updatedAt: moment,
  classes: v.pipe(v.nullish(Lines, []), v.maxLength(30)),
  camps: v.pipe(v.nullish(Lines, []), v.maxLength(30)),
});

/** Arguments of `publish_packing_lists`; null without a valid published document: mails then use the previous lists. */
export function toPackingLists(documents: readonly unknown[]) {
  const parsed = v.safeParse(Document, documents[0]);
  if (!parsed.success) return null;
  const { _updatedAt: updated_at, classes, camps } = parsed.output;
  return { updated_at, classes: filled(classes), camps: filled(camps) };
}

/** Mails can only fill in the product's name; a line that needs another site setting is shown on pages only. */
const filled = (lines: readonly string[]) => lines.map(withProduct).filter((line) => !line.includes('{'));
