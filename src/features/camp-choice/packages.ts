import { onFirstInteraction } from '../../browser/first-interaction.ts';
import type { Chooser } from './chooser.ts';

/** Plain script of the camps page: shows the packages when they are asked for (spec 2 §4); all else comes late. */
const section = document.querySelector<HTMLElement>('[data-chooser]');
let chooser: Promise<Chooser | null> | undefined;

/** The packages' styles come with it. */
const load = () =>
  (chooser ??= import('./chooser.ts').then(
    ({ startChooser }) => section && startChooser(section),
    () => null,
  ));

/** What they are asked by leads there once more: a moment ago there was nothing to lead to. */
async function reveal(hash: string, camp: string | undefined): Promise<void> {
  const loaded = await load();
  section?.classList.add('shown');
  document.querySelector(hash)?.scrollIntoView();
  if (camp) await loaded?.choose(camp);
}

onFirstInteraction(() => void load());
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href*="#package"]');
  if (link) void reveal(link.hash, link.dataset['pick']);
});
if (location.hash.startsWith('#package')) void reveal(location.hash, undefined);
