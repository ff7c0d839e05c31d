import * as v from 'valibot';
import { type Change, toPattern, wordingProblem } from '../../contract/wording.ts';
import { logNotice } from '../log.ts';
import { moment } from './fields.ts';

const Document = v.object({
  _updatedAt: moment,
  changes: v.array(v.unknown()),
});
const Changed = v.object({ was: v.string(), text: v.string() });

/**
 * Arguments of `publish_mail_wording`; null without a document. A change that does not fit is left out, and mails keep
 * our sentence.
 */
export function toMailWording(documents: readonly unknown[]) {
  const read = documents.map((document) => v.safeParse(Document, document)).filter(({ success }) => success);
  const valid = read.map(({ output }) => output as v.InferOutput<typeof Document>);
  if (valid.length === 0) return null;
  const p_sentences: Record<string, string> = {};
  for (const change of valid.flatMap(({ changes }) => changes)) {
    const parsed = v.safeParse(Changed, change);
    if (!parsed.success || wordingProblem(parsed.output.was, parsed.output.text)) {
      logNotice('a changed sentence of a mail does not fit, so mails keep ours');
      continue;
    }
    const [ours, text] = toPattern(parsed.output satisfies Omit<Change, 'key'>);
    p_sentences[ours] = text;
  }
  const newest = valid.map(({ _updatedAt }) => _updatedAt).toSorted();
  return { p_sentences, p_updated_at: newest.at(-1) ?? '' };
}
