import { today } from '../../lib/dates.ts';
import { cardOf, chipText, type CardWords } from './card.ts';
import { draw } from './draw.ts';
import { refreshed } from './live.ts';
import { showNextDate } from './next-date.ts';
import { datesAt, datesOf, isBookable, type CampDate, type Source, type Tier } from './model.ts';

/** What the page's build leaves for the script. */
export interface ChooserData {
  packages: { tier: Tier; dates: CampDate[] }[];
  words: CardWords;
  fullText: string;
  source: { spots: Source; places: Source };
}

/** Choosing in the cards; answers how to choose a camp from outside. Fetched when the packages are shown. */
export function startChooser(root: HTMLElement): (campId: string) => void {
  const data = JSON.parse(root.dataset['chooser'] ?? '') as ChooserData;
  const cards = data.packages.flatMap(({ tier, dates }) => {
    const card = root.querySelector<HTMLElement>(`[data-tier="${tier.tier}"]`);
    const form = card?.querySelector('form');
    return card && form ? [{ card, form, tier, dates }] : [];
  });
  type Card = (typeof cards)[number];

  function show({ card, form, tier, dates }: Card): void {
    const base = choiceOf(form, 'base');
    const camp = dates.find(({ id }) => id === choiceOf(form, 'camp')) ?? null;
    for (const chip of card.querySelectorAll<HTMLElement>('[data-base]')) {
      const input = chip.querySelector('input');
      const date = dates.find(({ id }) => id === input?.value);
      chip.hidden = date?.base !== base;
      const label = chip.querySelector('[data-label]');
      if (!input || !label || !date) continue;
      input.disabled = !isBookable(date);
      label.textContent = chipText(date, data.fullText);
    }
    const none = card.querySelector<HTMLElement>('[data-empty]');
    if (none) none.hidden = datesAt(dates, base).length > 0 || card.querySelector('.tier-failed') !== null;
    draw(card, cardOf(tier, { dates, base, camp, now: new Date(), source: data.source }, data.words));
  }

  for (const card of cards) {
    card.form.addEventListener('change', ({ target }) => {
      // Another base has other dates (spec 2 §4).
      if (target instanceof HTMLInputElement && target.name === 'base') clear(card.form, 'camp');
      show(card);
    });
    show(card);
  }
  showNextDate();
  void refreshed(cards.flatMap(({ dates }) => dates)).then((camps) => {
    for (const card of cards) {
      card.dates = datesOf(camps, card.tier, today());
      show(card);
    }
  });

  return (campId) => {
    const card = cards.find(({ dates }) => dates.some(({ id }) => id === campId));
    const camp = card?.dates.find(({ id }) => id === campId);
    if (!card || !camp) return;
    choose(card.form, 'base', camp.base);
    clear(card.form, 'camp');
    if (isBookable(camp)) choose(card.form, 'camp', camp.id);
    show(card);
  };
}

const inputs = (form: HTMLFormElement, name: string) => [
  ...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
];
const choiceOf = (form: HTMLFormElement, name: string) =>
  inputs(form, name).find(({ checked }) => checked)?.value ?? '';
function clear(form: HTMLFormElement, name: string): void {
  for (const input of inputs(form, name)) input.checked = false;
}
function choose(form: HTMLFormElement, name: string, value: string): void {
  for (const input of inputs(form, name)) input.checked = input.value === value;
}
