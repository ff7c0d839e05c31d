import * as v from 'valibot';
import { hasControls } from '../../contract/lines.ts';
import { type Change, toPattern, wordingProblem } from '../../contract/wording.ts';
import { moment } from './fields.ts';
import { outcomeOf, type RefusedOffer } from './outcomes.ts';

const Document = v.object({
  _id: v.optional(v.string(), ''),
  _updatedAt: moment,
  changes: v.array(v.unknown()),
});
const Changed = v.object({ was: v.string(), text: v.string() });
type Changed = v.InferOutput<typeof Changed>;

/** The ids of documents with Chinese texts begin with this (`src/config/translatable.ts`). */
const CHINESE = 'zh-';

/**
 * Returns the arguments of `publish_mail_wording`, one for each language that has a document. A change that does not
 * fit is left out, and mails keep the original sentence. Its document is reported as refused, but its other changes are
 * used.
 */
export function toMailWording(documents: readonly unknown[]) {
  const refused: RefusedOffer[] = [];
  const found = { en: [] as Changed[], zh: [] as Changed[] };
  const times = { en: [] as string[], zh: [] as string[] };
  for (const document of documents) {
    const { success, output } = v.safeParse(Document, document);
    if (!success) continue;
    const language = output._id.startsWith(CHINESE) ? 'zh' : 'en';
    times[language].push(output._updatedAt);
    const unfitting: string[] = [];
    for (const change of output.changes) {
      const parsed = v.safeParse(Changed, change);
      if (parsed.success && isFitting(parsed.output)) found[language].push(parsed.output);
      else unfitting.push(parsed.success ? `“${parsed.output.was.slice(0, 100)}”` : 'one without a text');
    }
    if (unfitting.length > 0)
      refused.push({
        ...outcomeOf(document),
        title: 'Sentences of e-mails',
        problem: `E-mails keep our sentence, because the changed one does not fit: ${unfitting.slice(0, 5).join(', ')}.`,
      });
  }
  const newest = { en: times.en.toSorted().at(-1), zh: [...times.en, ...times.zh].toSorted().at(-1) };
  const english = found.en.map((change) => toPattern(change));
  const wordings = [
    ...(newest.en === undefined ? [] : [argumentsOf('en', english, newest.en)]),
    ...(times.zh.length === 0 || newest.zh === undefined
      ? []
      : [argumentsOf('zh', [...english, ...translated(found)], newest.zh)]),
  ];
  return { wordings, refused };
}

const argumentsOf = (
  p_language: 'en' | 'zh',
  patterns: readonly [string, string][],
  p_updated_at: string,
) => ({
  p_sentences: Object.fromEntries(patterns),
  p_updated_at,
  p_language,
});

/** A translation belongs to the English sentence as it is shown now, but mails look it up by the original sentence. */
function translated({ en, zh }: Record<'en' | 'zh', readonly Changed[]>): [string, string][] {
  return zh.flatMap(({ was, text }) => {
    const changed = en.find((change) => change.text.trim() === was.trim());
    if (!changed && en.some((change) => change.was.trim() === was.trim())) return [];
    const pair = { was: changed?.was ?? was, text };
    return isFitting(pair) ? [toPattern(pair)] : [];
  });
}

/** Whether the change is within the limits of `publish_mail_wording`. */
function isFitting(change: Omit<Change, 'key'>): boolean {
  if (wordingProblem(change.was, change.text)) return false;
  const [ours, text] = toPattern(change);
  return ours.length <= 2000 && text.length <= 4000 && !hasControls(ours);
}
