import { goToCheckout } from '#api/camp-checkout.ts';
import { refreshed } from '#api/live-camps.ts';
import { datesAt, datesOf, isBookable, withCamp, type CampDate } from '#domain/camp.ts';
import { today } from '#domain/dates.ts';
import { showAlternatives, showMessage } from '#ui/button-follow-up.ts';
import { alternativesTo } from '#ui/camps/alternatives.ts';
import { obstacleText } from '#ui/camps/messages.ts';
import { campViewOf, type CampView } from '../card/model.ts';
import type { Card, ChooserData } from './chooser-data.ts';
import { chipText } from './chip-text.ts';
import type { ChipOf } from './chips.ts';
import { DateStrip } from './date-strip.ts';
import { choiceOf } from './form.ts';
import { messages } from './messages.ts';

/** The packages with current prices and places, and the way to the checkout (spec 2 §4). */
export class LivePackages {
  readonly #data: ChooserData;
  readonly #cards: readonly Card[];
  readonly #draw: (one: Card) => void;
  /** State of a camp that a booking attempt returned; it is newer than an answer requested before. */
  readonly #attempted: [id: string, camp: Parameters<typeof withCamp>[2]][] = [];

  constructor(data: ChooserData, cards: readonly Card[], draw: (one: Card) => void) {
    this.#data = data;
    this.#cards = cards;
    this.#draw = draw;
  }

  start(): void {
    for (const one of this.#cards) this.#draw(one);
    strip()?.showNext(this.#dates().map(({ start }) => start));
    void this.#refresh();
  }

  viewOf({ tier, dates }: Card, base: string, campId: string): CampView {
    const camp = dates.find(({ id }) => id === campId) ?? null;
    const { source, words } = this.#data;
    const choice = { camp, dates, counted: datesAt(dates, base), now: new Date(), source };
    return campViewOf(tier, choice, words);
  }

  /** Replaces the button by alternatives if the choice cannot be booked. */
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

  async book(one: Card): Promise<void> {
    const { button, form, tier, dates } = one;
    if (button.hasAttribute('aria-busy')) return;
    const camp = dates.find(({ id }) => id === choiceOf(form, 'camp'));
    showMessage(button, camp ? '' : messages.pickDate);
    if (!camp) return;
    button.setAttribute('aria-busy', 'true');
    const obstacle = await goToCheckout(camp, tier);
    button.removeAttribute('aria-busy');
    if (!obstacle) return;
    if ('camp' in obstacle) {
      this.#attempted.push([camp.id, obstacle.camp]);
      one.dates = withCamp(one.dates, camp.id, obstacle.camp);
    }
    this.#draw(one);
    showMessage(button, obstacleText(obstacle, tier));
  }

  async #refresh(): Promise<void> {
    const camps = await refreshed(this.#dates());
    for (const one of this.#cards) {
      const dates = datesOf(camps, one.tier, today());
      one.dates = this.#attempted.reduce((current, [id, camp]) => withCamp(current, id, camp), dates);
      this.#draw(one);
    }
    strip()?.show(this.#dates(), this.#data.fullText);
  }

  #dates(): CampDate[] {
    return this.#cards.flatMap(({ dates }) => dates);
  }
}

function strip(): DateStrip | null {
  const found = document.querySelector('date-strip');
  return found instanceof DateStrip ? found : null;
}
