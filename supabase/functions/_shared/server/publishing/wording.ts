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

/** The ids of documents with Chinese texts begin with this prefix (`src/config/translatable.ts`). */
const CHINESE = 'zh-';

/**
 * Returns the arguments of `publish_mail_wording`, one for each language that has a document. If a change is too long
 * or lacks a placeholder, it is left out, and mails use the original sentence. Its document is reported as refused,
 * but the document's other changes are used. Chinese sentences depend on the English documents, too: a translation
 * belongs to an English sentence, and an English sentence without a translation appears in Chinese mails. So a newer
 * English document also renews the Chinese sentences.
 */
export function toMailWording(documents: readonly unknown[]) {
  const refused: RefusedOffer[] = [];
  const changes = { en: [] as Changed[], zh: [] as Changed[] };
  const updateTimes = { en: [] as string[], zh: [] as string[] };
  for (const document of documents) {
    const { success, output } = v.safeParse(Document, document);
    if (!success) continue;
    const language = output._id.startsWith(CHINESE) ? 'zh' : 'en';
    updateTimes[language].push(output._updatedAt);
    const unfitting: string[] = [];
    for (const change of output.changes) {
      const parsed = v.safeParse(Changed, change);
      if (parsed.success && isFitting(parsed.output)) changes[language].push(parsed.output);
      else unfitting.push(parsed.success ? `“${parsed.output.was.slice(0, 100)}”` : 'one without a text');
    }
    if (unfitting.length > 0)
      refused.push({
        ...outcomeOf(document),
        title: 'Sentences in e-mails',
        problem: `E-mails keep our sentence, because the changed one does not fit: ${unfitting.slice(0, 5).join(', ')}.`,
      });
  }
  const englishPatterns = changes.en.map((change) => toPattern(change));
  const englishTime = updateTimes.en.toSorted().at(-1);
  const newestTime = [...updateTimes.en, ...updateTimes.zh].toSorted().at(-1);
  const wordings: ReturnType<typeof argumentsOf>[] = [];
  if (englishTime !== undefined) wordings.push(argumentsOf('en', englishPatterns, englishTime));
  if (updateTimes.zh.length > 0 && newestTime !== undefined)
    wordings.push(argumentsOf('zh', [...englishPatterns, ...chinesePatterns(changes)], newestTime));
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

/**
 * Returns the Chinese sentences by their original English sentence, by which mails look them up. A translation belongs
 * to the English sentence as it is shown now.
 */
function chinesePatterns({ en, zh }: Record<'en' | 'zh', readonly Changed[]>): [string, string][] {
  return zh.flatMap(({ was: english, text }) => {
    const englishChange = en.find((change) => change.text.trim() === english.trim());
    // The English sentence has changed since it was translated, so the translation no longer belongs to it.
    if (!englishChange && en.some((change) => change.was.trim() === english.trim())) return [];
    const translation = { was: englishChange?.was ?? english, text };
    return isFitting(translation) ? [toPattern(translation)] : [];
  });
}

/** Returns whether the change is within the limits of `publish_mail_wording`. */
function isFitting(change: Omit<Change, 'key'>): boolean {
  if (wordingProblem(change.was, change.text)) return false;
  const [original, text] = toPattern(change);
  return original.length <= 2000 && text.length <= 4000 && !hasControls(original);
}
