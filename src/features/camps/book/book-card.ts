import { isBookable, campsStarting, type CampDate, type Source, type Tier } from '#domain/camp.ts';
import { showAlternatives } from '#ui/button-follow-up.ts';
import { alternativesTo } from '#ui/camps/alternatives.ts';
import { bind } from '../card/bind.ts';
import { buildCampView, withoutSimulation, type CampView } from '../card/model.ts';
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
  chosen: boolean;
  leaving: boolean;
}

interface Choice extends Pick<Card, 'tier' | 'dates'> {
  week: string;
  base: string;
}

export function basesOf(card: HTMLElement): HTMLInputElement[] {
  return [...card.querySelectorAll<HTMLInputElement>('[data-bases] input')];
}

const baseOf = (card: HTMLElement) => basesOf(card).find(({ checked }) => checked)?.value ?? '';

/** Returns the package's camp in a week. If there are several, it is the one at the chosen base (decisions "Bases"). */
function campIn({ dates, week, base }: Choice): CampDate | undefined {
  const inWeek = campsStarting(dates, week);
  return inWeek.length === 1 ? inWeek[0] : campsStarting(inWeek, week, base)[0];
}

export const campOf = ({ card, tier, dates }: Card, week: string): CampDate | undefined =>
  campIn({ tier, dates, week, base: baseOf(card) });

export function viewIn(
  choice: Choice,
  { bookLabel, source }: Pick<BookData, 'bookLabel' | 'source'>,
): CampView {
  const { tier, dates, week } = choice;
  const camp = campIn(choice) ?? null;
  const [example] = campsStarting(dates, week);
  const view = buildCampView(
    tier,
    {
      camp,
      dates,
      example,
      now: new Date(),
      source: { ...source, spots: withoutSimulation(source.spots) },
    },
    { pickDateLabel: tier.name, bookLabel, bonusText: '' },
  );
  const isEmpty = week !== '' && !example;
  return { ...view, place: isEmpty ? messages.noneInWeek : view.place, waits: week === '' };
}

export function drawCard(tierCard: Card, week: string, data: BookData): void {
  const { card, button, tier, dates } = tierCard;
  const inWeek = campsStarting(dates, week);
  const camp = campOf(tierCard, week);
  const show = (name: string, isShown: boolean) =>
    card.querySelector(`[data-${name}]`)?.toggleAttribute('hidden', !isShown);

  bind(card, viewIn({ tier, dates, week, base: baseOf(card) }, data));
  show('bases', inWeek.length > 1);
  for (const input of basesOf(card)) {
    const chip = input.closest('label');
    if (chip) chip.hidden = !inWeek.some(({ base }) => base === input.value);
  }
  card.classList.toggle('waiting', inWeek.length === 0);
  show('selected', camp !== undefined && isBookable(camp) && tierCard.chosen);
  button.classList.toggle('line', week !== '' && inWeek.length === 0);
  showAlternatives(button, camp ? alternativesTo(camp, tier, data.whatsapp) : []);
}
