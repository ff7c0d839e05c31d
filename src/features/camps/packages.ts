import { atFirstSign } from './first-sign.ts';

/** Plain script of the camps page: shows the packages when they are asked for (spec 2 §4). */
const section = document.querySelector<HTMLElement>('[data-chooser]');

if (section) {
  let chooser: Promise<(campId: string) => void> | undefined;
  const reveal = () => section.classList.add('shown');
  atFirstSign(() => {
    chooser = import('./chooser.ts').then(({ startChooser }) => startChooser(section));
  });
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[href*="#package"]') : null;
    if (!link) return;
    // Shown before the browser follows the link and scrolls there.
    reveal();
    const camp = link.dataset['pick'];
    if (camp) void chooser?.then((choose) => choose(camp));
  });
  if (location.hash.startsWith('#package')) reveal();
}
