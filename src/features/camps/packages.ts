import type { Chooser } from './chooser.ts';
import { atFirstSign } from './first-sign.ts';

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

atFirstSign(() => void load());
document.addEventListener('click', ({ target }) => {
  const asked = target instanceof Element && target.closest<HTMLElement>('a[href*="#package"], [data-by]');
  if (!asked) return;
  if (asked instanceof HTMLAnchorElement) void reveal(asked.hash, asked.dataset['pick']);
  else void import('./told.ts').then(({ turn }) => turn(asked));
});
if (location.hash.startsWith('#package')) void reveal(location.hash, undefined);
