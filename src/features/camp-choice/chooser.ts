import { goToCheckout } from '../../api/camp-checkout.ts';
import { refreshed } from '../../api/live-camps.ts';
import { adoptStyles } from '../../browser/fragment.ts';
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
import { obstacleText, campWords } from '../../ui/camps/words.ts';
import { refreshStrip, showNextDate } from './date-strip.ts';
import { drawTierCard } from './draw-tier-card.ts';
import { messages } from './messages.ts';
import styles from './packages.css?inline';
import { chipText, tierCardOf, type TierCardWords } from './tier-card.ts';

/** What the page's build leaves for the script, in a file of its own. */
export interface ChooserData {
  packages: { tier: Tier; dates: CampDate[] }[];
  words: TierCardWords;
  fullText: string;
  whatsapp: string;
  source: { spots: Source; places: Source };
}

/** Choosing a camp from outside, by its id. */
export interface Chooser {
  choose: (campId: string) => Promise<void>;
}

adoptStyles(styles);

/** The cards of the landing page, once somebody comes near: a base, a date, and on to the checkout (spec 2 §4). */
export function startChooser(root: HTMLElement): Chooser {
  const cards = read(root.dataset['chooser'] ?? '').then(
    (data) => begin(root, data),
    () => null,
  );
  void cards.then((all) => all?.refresh());
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    const { target: form } = event;
    if (!(form instanceof HTMLFormElement)) return;
    const button = form.querySelector('[data-book]');
    void cards.then((all) => (all ? all.book(form) : button && showMessage(button, campWords.failed)));
  });
  return { choose: async (campId) => (await cards)?.choose(campId) };
}

async function read(address: string): Promise<ChooserData> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as ChooserData;
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
    choose(campId: string): void {
      const one = cards.find(({ dates }) => dates.some(({ id }) => id === campId));
      const camp = one?.dates.find(({ id }) => id === campId);
      if (!one || !camp) return;
      choose(one.form, 'base', camp.base);
      choose(one.form, 'camp', camp.id);
      showMessage(one.button, '');
      show(one);
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

const inputs = (form: HTMLFormElement, name: string) => [
  ...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
];
const choiceOf = (form: HTMLFormElement, name: string) =>
  inputs(form, name).find(({ checked, type }) => checked || type === 'hidden')?.value ?? '';
function clear(form: HTMLFormElement, name: string): void {
  for (const input of inputs(form, name)) input.checked = false;
}
function choose(form: HTMLFormElement, name: string, value: string): void {
  for (const input of inputs(form, name)) input.checked = input.value === value;
}
