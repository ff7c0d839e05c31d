// Renders all pages once with a saved bundle: `node local/site/render-process.ts <folder of the bundle>`. It loads the
// bundle at once, and renders when its parent process sends it the folder for the pages.
import { languageOfBuild } from '#build/language.ts';
import { loadBundle } from '#build/render-pages.ts';
import { readSentences } from '#build/wording/state.ts';
import { changedSentences } from '#content/wording.ts';
import { afterPages } from '../../astro.steps.ts';

/**
 * `rendered`: the folder has all pages. `refused`: the content must not be published, for this reason. `unable`: only a
 * build of the code can tell what the site looks like now.
 */
export type Rendering =
  | { result: 'rendered' }
  | { result: 'refused'; reason: string }
  | { result: 'unable'; reason: string };

const [, , folder = ''] = process.argv;
process.on('disconnect', () => process.exit());

const language = languageOfBuild(process.env['SITE_LANGUAGE']);
const loaded = loadBundle(folder, (facts) => afterPages(language, facts));
// The failure is reported when the pages are requested.
loaded.catch(() => undefined);

process.on('message', ({ outDir }: { outDir: string }) => {
  render(outDir).then(
    (rendering) => process.send?.(rendering),
    (error: unknown) => process.send?.(failed(error)),
  );
});

async function render(outDir: string): Promise<Rendering> {
  const pages = await loaded;
  const { state } = await readSentences(changedSentences, language);
  if (pages.sentences !== state) return { result: 'unable', reason: 'Sentences of the code changed.' };
  await pages.render(outDir);
  return { result: 'rendered' };
}

function failed(error: unknown): Rendering {
  console.error(error);
  // The bundle has its own classes for these errors, so that they can be recognised by their names only. A build of the
  // code would fail for the same reason.
  const isRefused = error instanceof Error && ['ContentError', 'WithoutPricesError'].includes(error.name);
  return { result: isRefused ? 'refused' : 'unable', reason: String(error) };
}
