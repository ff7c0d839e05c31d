import * as v from 'valibot';
import { hasControls } from '../../contract/lines.ts';
import { type Change, toPattern, wordingProblem } from '../../contract/wording.ts';
import { moment } from './fields.ts';
import { outcomeOf, type RefusedOffer } from './outcomes.ts';

const Document = v.object({
  _updatedAt: moment,
  changes: v.array(v.unknown()),
});
const Changed = v.object({ was: v.string(), text: v.string() });

/** A change that does not fit is left out, and mails keep our sentence; null without a document. */
export function toMailWording(documents: readonly unknown[]) {
  const refused: RefusedOffer[] = [];
  const p_sentences: Record<string, string> = {};
  const times: string[] = [];
  for (const document of documents) {
    const { success, output } = v.safeParse(Document, document);
    if (!success) continue;
    times.push(output._updatedAt);
    const left: string[] = [];
    for (const change of output.changes) {
      const parsed = v.safeParse(Changed, change);
      const pattern = parsed.success && fitting(parsed.output);
      if (pattern) p_sentences[pattern[0]] = pattern[1];
      else left.push(parsed.success ? `“${parsed.output.was.slice(0, 100)}”` : 'one without a text');
    }
    if (left.length > 0)
      refused.push({
        ...outcomeOf(document),
        title: 'Sentences of mails',
        problem: `Mails keep our sentence, because the changed one does not fit: ${left.slice(0, 5).join(', ')}.`,
      });
  }
  const newest = times.toSorted().at(-1);
  return { wording: newest === undefined ? null : { p_sentences, p_updated_at: newest }, refused };
}

function fitting(change: Omit<Change, 'key'>): [ours: string, text: string] | null {
  if (wordingProblem(change.was, change.text)) return null;
  const [ours, text] = toPattern(change);
  return ours.length <= 2000 && text.length <= 4000 && !hasControls(ours) ? [ours, text] : null;
}
