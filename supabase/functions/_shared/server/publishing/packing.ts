import * as v from 'valibot';
import { withProduct } from '../../contract/brand.ts';
import { listUpTo, moment, textUpTo } from './fields.ts';
import { sentences } from './messages.ts';
import { outcomeOf, type RefusedOffer } from './outcomes.ts';

const Document = v.object({
  _updatedAt: moment,
  classes: listUpTo(textUpTo(200), 30),
  camps: listUpTo(textUpTo(200), 30),
});

/**
 * Returns the packing lists. They are null if there is no valid published document, and mails then use the previous
 * lists.
 */
export function toPackingLists([document]: readonly unknown[]) {
  if (document === undefined) return { lists: null, refused: [] };
  const { success, output, issues } = v.safeParse(Document, document, { abortPipeEarly: true });
  if (!success) {
    const problem = `${sentences(issues)} E-mails keep the earlier packing lists.`;
    return { lists: null, refused: [{ ...outcomeOf(document), problem }] satisfies RefusedOffer[] };
  }
  const { _updatedAt: updated_at, classes, camps } = output;
  return { lists: { updated_at, classes: filled(classes), camps: filled(camps) }, refused: [] };
}

/**
 * Returns the lines that mails can show, because mails can only fill in the product's name. A line that needs another
 * site setting is shown on pages only.
 */
const filled = (lines: readonly string[]) => lines.map(withProduct).filter((line) => !line.includes('{'));
