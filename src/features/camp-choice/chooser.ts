import { goToCheckout } from '../../api/camp-checkout.ts';
import { refreshed } from '../../api/live-camps.ts';
import {
  datesAt,
  datesOf,
  isBookable,
  withCamp,
  type CampDate,
  type Source,
  type Tier,
} from '../../domain/camp.ts';
import { today } from '../../domain/dates.ts';
import { showAlternatives, showMessage } from '../../ui/button-follow-up.ts';
import { alternativesTo } from '../../ui/camps/alternatives.ts';
import { obstacleText } from '../../ui/camps/words.ts';
import { refreshStrip, showNextDate } from './date-strip.ts';
import { drawTierCard } from './draw-tier-card.ts';
import { messages } from './messages.ts';
import { choiceOf, clear } from './form.ts';
import { chipText, tierCardOf, type TierCardView, type TierCardWords } from './tier-card.ts';

/** What the page's build knows of the packages. */
export interface ChooserData {
  /** `views`: the card for each date that may be chosen, by the camp, and without one, by the base. */
  packages: { tier: Tier; dates: CampDate[]; views: Partial<Record<string, TierCardView>> }[];
  words: TierCardWords;
  fullText: string;
  whatsapp: string;
  source: { spots: Source; places: Source };
}

/** The cards with prices and places of now, and the way to the checkout (spec 2 §4). */
export function startChooser(root: HTMLElement, data: ChooserData): void {
  const cards = begin(root, data);
  void cards.refresh();
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void cards.book(event.target);
  });
}

function begin(root: HTMLElement, data: ChooserData) {
  const cards = data.packages.flatMap(({ tier, dates }) => {
    const card = root.querySelector<HTMLElement>(`[data-tier="${tier.tier}"]`);
    const form = card?.querySelector('form');
    const button = card?.querySelector<HTMLElement>('[data-book]');
    return card && form && button ? [{ card, form, button, tier, dates }] : [];
  });
  type Card = (typeof cards)[number];
  const campOf = ({ form, dates }: Card) => dates.find(({ id }) => id === choiceOf(form, 'camp')) ?? null;

  function show(one: Card): void {
    const { card, form, button, tier, dates } = one;
    const base = choiceOf(form, 'base');
    const camp = campOf(one);
    for (const chip of card.querySelectorAll<HTMLElement>('[data-base]')) {
      const date = dates.find(({ id }) => id === chip.querySelector('input')?.value);
      chip.hidden = date?.base !== base;
      const label = chip.querySelector('[data-label]');
      if (!label || !date) continue;
      chip.classList.toggle('full', !isBookable(date));
      label.textContent = chipText(date, data.fullText);
    }
    const none = card.querySelector<HTMLElement>('[data-empty]');
    if (none) none.hidden = datesAt(dates, base).length > 0 || card.querySelector('.tier-failed') !== null;
    drawTierCard(
      card,
      tierCardOf(tier, { dates, base, camp, now: new Date(), source: data.source }, data.words),
    );
    showAlternatives(button, camp ? alternativesTo(camp, tier, data.whatsapp) : []);
  }

  for (const one of cards) {
    one.form.addEventListener('change', ({ target }) => {
      // Another base has other dates (spec 2 §4).
      if (target instanceof HTMLInputElement && target.name === 'base') clear(one.form, 'camp');
      showMessage(one.button, '');
      show(one);
    });
    show(one);
  }
  showNextDate(cards.flatMap(({ dates }) => dates.map(({ start }) => start)));

  return {
    async refresh(): Promise<void> {
      const camps = await refreshed(cards.flatMap(({ dates }) => dates));
      for (const one of cards) {
        one.dates = datesOf(camps, one.tier, today());
        show(one);
      }
      refreshStrip(
        cards.flatMap(({ dates }) => dates),
        data.fullText,
      );
    },
    async book(form: HTMLFormElement): Promise<void> {
      const one = cards.find((card) => card.form === form);
      if (!one || one.button.hasAttribute('aria-busy')) return;
      const camp = campOf(one);
      showMessage(one.button, camp ? '' : messages.pickDate);
      if (!camp) return;
      one.button.setAttribute('aria-busy', 'true');
      const obstacle = await goToCheckout(camp, one.tier);
      one.button.removeAttribute('aria-busy');
      if (!obstacle) return;
      if ('camp' in obstacle) one.dates = withCamp(one.dates, camp.id, obstacle.camp);
      show(one);
      showMessage(one.button, obstacleText(obstacle, one.tier));
    },
  };
}
