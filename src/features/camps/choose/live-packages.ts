import { goToCheckout } from '#api/camp-checkout.ts';
import { refreshPrices } from '#api/live-camps.ts';
import { datesAt, datesOfTier, isBookable, withCamp, type CampDate } from '#domain/camp.ts';
import { today } from '#domain/dates.ts';
import { showAlternatives, showMessage } from '#ui/button-follow-up.ts';
import { alternativesTo } from '#ui/camps/alternatives.ts';
import { describeBlocked } from '#ui/camps/messages.ts';
import { buildCampView, type CampView } from '../card/model.ts';
import type { Card, ChooserData } from './chooser-data.ts';
import { chipText } from './chip-text.ts';
import type { ChipOf } from './date-chips.ts';
import { DateStrip } from './date-strip.ts';
import { choiceOf } from './form.ts';
import { messages } from './messages.ts';

/** Keeps the packages' prices and spots current, and starts a booking (spec 2 §4). */
export class LivePackages {
  readonly #data: ChooserData;
  readonly #cards: readonly Card[];
  readonly #draw: (tierCard: Card) => void;
  /** The state of camps whose booking was refused. It is newer than an answer that was requested earlier. */
  readonly #attempted: [id: string, camp: Parameters<typeof withCamp>[2]][] = [];

  constructor(data: ChooserData, cards: readonly Card[], draw: (tierCard: Card) => void) {
    this.#data = data;
    this.#cards = cards;
    this.#draw = draw;
  }

  start(): void {
    for (const card of this.#cards) this.#draw(card);
    findDateStrip()?.showNext(this.#updateDates().map(({ start }) => start));
    void this.#refresh();
  }

  viewOf({ tier, dates }: Card, base: string, campId: string): CampView {
    const camp = dates.find(({ id }) => id === campId) ?? null;
    const { source, words } = this.#data;
    const choice = { camp, dates, counted: datesAt(dates, base), now: new Date(), source };
    return buildCampView(tier, choice, words);
  }

  showAlternatives({ button, tier, dates }: Card, campId: string): void {
    const camp = dates.find(({ id }) => id === campId);
    showAlternatives(button, camp ? alternativesTo(camp, tier, this.#data.whatsapp) : []);
  }

  readonly chipOf: ChipOf = (camp) => ({
    text: chipText(camp, this.#data.fullText),
    full: !isBookable(camp),
  });

  clearMessage({ button }: Card): void {
    showMessage(button, '');
  }

  async book(tierCard: Card): Promise<void> {
    const { button, form, tier, dates } = tierCard;
    if (button.hasAttribute('aria-busy')) return;
    const camp = dates.find(({ id }) => id === choiceOf(form, 'camp'));
    showMessage(button, camp ? '' : messages.pickDate);
    if (!camp) return;
    button.setAttribute('aria-busy', 'true');
    const blockedState = await goToCheckout(camp, tier);
    button.removeAttribute('aria-busy');
    if (!blockedState) return;
    if ('camp' in blockedState) {
      this.#attempted.push([camp.id, blockedState.camp]);
      tierCard.dates = withCamp(tierCard.dates, camp.id, blockedState.camp);
    }
    this.#draw(tierCard);
    showMessage(button, describeBlocked(blockedState, tier));
  }

  async #refresh(): Promise<void> {
    const camps = await refreshPrices(this.#updateDates());
    for (const card of this.#cards) {
      const dates = datesOfTier(camps, card.tier, today());
      card.dates = this.#attempted.reduce((current, [id, camp]) => withCamp(current, id, camp), dates);
      this.#draw(card);
    }
    findDateStrip()?.show(this.#updateDates(), this.#data.fullText);
  }

  #updateDates(): CampDate[] {
    return this.#cards.flatMap(({ dates }) => dates);
  }
}

function findDateStrip(): DateStrip | null {
  const dateStrip = document.querySelector('date-strip');
  return dateStrip instanceof DateStrip ? dateStrip : null;
}
