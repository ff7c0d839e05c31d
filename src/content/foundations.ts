import { getEpicPage } from './pages/epic.ts';
import { loadOnce } from './load-once.ts';
import { ContentError } from './problem.ts';

const document = { _id: 'epicPage', type: 'epicPage', title: null };
/** The database refuses a growth report with longer texts (private.check_foundations). */
const most = { key: 60, emoji: 16, title: 120, text: 400 };
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const lengthOf = (text: string): number => Array.from(text).length;
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns a short row of emojis unchanged, and only the first emoji of a longer one. */
function signOf(emoji: string): string {
  const line = inOneLine(emoji);
  return lengthOf(line) <= most.emoji ? line : (Array.from(segmenter.segment(line))[0]?.segment ?? '');
}

interface Item {
  key: string;
  emoji: string;
  title: string;
  text: string;
}

/** Returns foundations as growth reports store them. It fails if no report with them could be saved. */
export function checkedFoundations(items: readonly Item[]): Item[] {
  const foundations = items.map(({ key, emoji, title, text }) => ({
    key,
    emoji: signOf(emoji),
    title: inOneLine(title),
    text: inOneLine(text),
  }));
  for (const { key, title, text } of foundations)
    if (
      [key, title, text].includes('') ||
      lengthOf(key) > most.key ||
      lengthOf(title) > most.title ||
      lengthOf(text) > most.text
    )
      throw new ContentError(
        document,
        `has the foundation “${title}”, which needs a title of at most ${most.title} characters and a text of at most ${most.text}.`,
      );
  if (new Set(foundations.map(({ key }) => key)).size !== foundations.length)
    throw new ContentError(document, 'has two foundations with the same key. Add one of them anew.');
  return foundations;
}

/**
 * The ten foundations of growth reports. Editors write them on the page of EPIC Camp. Each keeps its key when an editor
 * moves it, so that a mark never moves to another one.
 */
export const getFoundations = loadOnce(async (report) => {
  const page = await getEpicPage(report);
  return checkedFoundations(page.foundations?.items ?? []);
});
