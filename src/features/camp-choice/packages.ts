import { onFirstInteraction } from '../../browser/first-interaction.ts';
import type { ChooserData } from './chooser.ts';
import { drawTierCard } from './draw-tier-card.ts';
import { chooseCamp, choiceOf, clear } from './form.ts';

/**
 * Plain script of the camps page: shows the packages when they are asked for, and answers a tap with what the build knew
 * (spec 2 §4). Prices and places of now, and the way to the checkout, come a moment later (`chooser.ts`), which then
 * answers alone.
 */
const section = document.querySelector<HTMLElement>('[data-chooser]');
if (section) start(section);

function start(root: HTMLElement): void {
  // Written into the page by its own build.
  const data = JSON.parse(root.dataset['chooser'] ?? '') as ChooserData;
  const cards = data.packages.flatMap((one) => {
    const card = root.querySelector<HTMLElement>(`[data-tier="${one.tier.tier}"]`);
    const form = card?.querySelector('form');
    return card && form ? [{ ...one, card, form }] : [];
  });
  let isLive = false;
  let loading: Promise<void> | undefined;
  /** Where it cannot be fetched, the form itself leads to the booking page with what was chosen. */
  const load = () =>
    (loading ??= import('./chooser.ts').then(
      ({ startChooser }) => {
        isLive = true;
        startChooser(root, data);
      },
      () => undefined,
    ));

  function reveal(hash: string, campId: string | undefined): void {
    void load();
    root.classList.add('shown');
    // What was pressed leads there once more: a moment ago there was nothing to lead to.
    document.querySelector(hash)?.scrollIntoView();
    for (const { form, dates } of cards) {
      const camp = dates.find(({ id }) => id === campId);
      if (camp) chooseCamp(form, camp);
    }
  }

  root.addEventListener('change', ({ target }) => {
    const one = cards.find(({ form }) => target instanceof Node && form.contains(target));
    if (isLive || !one) return;
    const { card, form, views } = one;
    // Another base has other dates (spec 2 §4).
    if (target instanceof HTMLInputElement && target.name === 'base') clear(form, 'camp');
    const base = choiceOf(form, 'base');
    for (const chip of card.querySelectorAll<HTMLElement>('[data-base]'))
      chip.hidden = chip.dataset['base'] !== base;
    const none = card.querySelector<HTMLElement>('[data-empty]');
    if (none) none.hidden = card.querySelector('[data-base]:not([hidden])') !== null;
    const view = views[choiceOf(form, 'camp') || base];
    if (view) drawTierCard(card, view);
  });
  root.addEventListener('submit', (event) => {
    const { target: form } = event;
    if (isLive || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void load().then(() => (isLive ? form.requestSubmit() : form.submit()));
  });
  onFirstInteraction(() => void load());
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href*="#package"]');
    if (link) reveal(link.hash, link.dataset['pick']);
  });
  if (location.hash.startsWith('#package')) reveal(location.hash, undefined);
}
