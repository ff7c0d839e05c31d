import {
  type Source,
  datesText,
  matching,
  shortName,
  spotsLeft,
  isBookable,
  type CampDate,
  type Tier,
} from '#domain/camp.ts';
import { listedText, rungsOf } from '#domain/camp-price.ts';
import { formatMoney } from '#domain/money.ts';
import { spotsOf } from '#domain/spots.ts';
import { showAlternatives } from '#ui/button-follow-up.ts';
import { alternativesTo } from '#ui/camps/alternatives.ts';
import { bookingLabel, rungWords, spotsWords } from '#ui/camps/words.ts';

import { messages } from './messages.ts';

export interface BookData {
  packages: { tier: Tier; dates: CampDate[] }[];
  bookLabel: string;
  hint: string;
  emptyText: string;
  whatsapp: string;
  source: { spots: Source; places: Source };
}

export interface Card {
  card: HTMLElement;
  button: HTMLElement;
  tier: Tier;
  dates: CampDate[];
  /** On the way to the checkout, or named by the address. */
  chosen: boolean;
  /** The checkout is being requested, so a second press does nothing. */
  leaving: boolean;
}

export function basesOf(card: HTMLElement): HTMLInputElement[] {
  return [...card.querySelectorAll<HTMLInputElement>('[data-bases] input')];
}

/** The package's camp in a week; if there are two, the one at the chosen base (decisions "Bases"). */
export function campOf({ card, dates }: Card, week: string): CampDate | undefined {
  const fitting = matching(dates, week);
  if (fitting.length === 1) return fitting[0];
  const base = basesOf(card).find(({ checked }) => checked)?.value ?? '';
  return matching(fitting, week, base)[0];
}

/** Updates a card for a week and a base. */
export function drawCard(one: Card, week: string, { bookLabel, whatsapp, source }: BookData): void {
  const { card, button, tier, dates } = one;
  const fitting = matching(dates, week);
  const camp = campOf(one, week);
  const write = (name: string, text: string) => {
    const part = card.querySelector(`[data-${name}]`);
    if (part && part.textContent !== text) part.textContent = text;
  };
  const show = (name: string, shown: boolean) =>
    card.querySelector(`[data-${name}]`)?.toggleAttribute('hidden', !shown);

  show('bases', fitting.length > 1);
  for (const input of basesOf(card)) {
    const chip = input.closest('label');
    if (chip) chip.hidden = !fitting.some(({ base }) => base === input.value);
  }
  card.classList.toggle('waiting', fitting.length === 0);
  drawPrice(card, tier, { camp: camp ?? fitting[0], withPlaces: source.places !== 'off' });
  const isEmpty = week !== '' && fitting.length === 0;
  const place = camp ? `${datesText(camp)}, ${camp.place}` : '';
  write('place', isEmpty ? messages.noneInWeek : place);
  const left = camp ? spotsLeft(camp) : 0;
  write('spots', camp ? spotsWords(left) : '');
  show('spots', camp !== undefined && source.spots !== 'off');
  const spots = card.querySelector('[data-spots]');
  if (spots) spots.className = `camp-spots ${spotsOf(left)}`;
  show('selected', camp !== undefined && isBookable(camp) && one.chosen);
  button.textContent = camp ? bookingLabel(camp, shortName(tier), bookLabel) : tier.name;
  button.setAttribute('aria-disabled', String(week === ''));
  button.classList.toggle('line', isEmpty);
  showAlternatives(button, camp ? alternativesTo(camp, tier, whatsapp) : []);
}

function drawPrice(
  card: HTMLElement,
  tier: Tier,
  { camp, withPlaces }: { camp: CampDate | undefined; withPlaces: boolean },
): void {
  if (camp?.priceCents == null) return;
  const write = (part: Element | null, text: string) => {
    if (part) part.textContent = text;
  };
  write(card.querySelector('[data-price]'), formatMoney(camp.priceCents));
  write(card.querySelector('[data-listed]'), listedText(tier, camp.priceCents));
  const rungs = rungsOf(tier, camp, new Date());
  for (const [index, word] of card.querySelectorAll('[data-rung]').entries()) {
    const rung = rungs[index];
    if (rung) write(word, rungWords(withPlaces ? rung : { ...rung, left: null }));
  }
}
