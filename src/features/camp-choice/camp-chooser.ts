import { onFirstInteraction } from '#browser/first-interaction.ts';
import { packageId } from '#domain/package-id.ts';
import type { CampDate } from '#domain/camp.ts';
import { bringUp } from '#ui/bring-up.ts';
import { PageElement } from '#ui/page-element.ts';
import { drawDates, drawTierCard } from './draw-tier-card.ts';
import { chooseCamp, choiceOf, clear } from './form.ts';
import type { LivePackages } from './live-packages.ts';
import type { ChooserData, Card } from './chooser-data.ts';

/**
 * Shows the packages when they are asked for, and answers a tap with what the build knew (spec 2 §4). Prices and places
 * of now, and the way to the checkout, come a moment later (`live-packages.ts`).
 */
export class CampChooser extends PageElement {
  #cards: Card[] = [];
  #live: LivePackages | null = null;
  #loading: Promise<LivePackages | null> | undefined;

  protected override start(signal: AbortSignal): void {
    // Written into the page by its own build.
    const data = JSON.parse(this.querySelector('script')?.textContent ?? '') as ChooserData;
    this.#cards = data.packages.flatMap((one) => {
      const card = this.querySelector<HTMLElement>(`[data-tier="${one.tier.tier}"]`);
      const form = card?.querySelector('form');
      const button = card?.querySelector<HTMLElement>('[data-book]');
      return card && form && button ? [{ ...one, card, form, button }] : [];
    });
    this.addEventListener('change', ({ target }) => this.#choose(target), { signal });
    this.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        void this.#book(event.target, data);
      },
      { signal },
    );
    onFirstInteraction(() => void this.#load(data), signal);
    document.addEventListener(
      'click',
      (event) => {
        const { target } = event;
        const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href*="#package"]');
        if (!link) return;
        // A date leads to its own button; the link itself would, to the date.
        if (this.#reveal(data, link.hash)) {
          event.preventDefault();
          history.pushState(null, '', link.hash);
        }
      },
      { signal },
    );
    // What was tapped before this script was there.
    if (location.hash.startsWith('#package')) this.#reveal(data, location.hash);
  }

  /** Null where it cannot be fetched. */
  #load(data: ChooserData): Promise<LivePackages | null> {
    this.#loading ??= import('./live-packages.ts').then(
      ({ LivePackages }) => {
        this.#live = new LivePackages(data, this.#cards, (one) => this.#draw(one));
        this.#live.start();
        return this.#live;
      },
      () => null,
    );
    return this.#loading;
  }

  /** Whether the link names a date of a package, which is chosen then. */
  #reveal(data: ChooserData, hash: string): boolean {
    void this.#load(data);
    this.querySelector('.packages')?.classList.add('shown');
    const isNamed = ({ id }: CampDate) => hash === `#${packageId(id)}`;
    const one = this.#cards.find(({ dates }) => dates.some(isNamed));
    const camp = one?.dates.find(isNamed);
    if (one && camp) {
      chooseCamp(one.form, camp);
      bringUp(one.button);
      return true;
    }
    // What was pressed leads there once more: a moment ago there was nothing to lead to.
    document.querySelector(hash)?.scrollIntoView();
    return false;
  }

  #choose(target: EventTarget | null): void {
    const one = this.#cards.find(({ form }) => target instanceof Node && form.contains(target));
    if (!one) return;
    // Another base has other dates (spec 2 §4).
    if (target instanceof HTMLInputElement && target.name === 'base') clear(one.form, 'camp');
    this.#live?.hush(one);
    this.#draw(one);
  }

  #draw(one: Card): void {
    const base = choiceOf(one.form, 'base');
    const campId = choiceOf(one.form, 'camp');
    drawDates(one.card, one.dates, base, this.#live?.chipOf);
    const view = this.#live ? this.#live.viewOf(one, base, campId) : one.views[campId || base];
    if (view) drawTierCard(one.card, view);
    this.#live?.showAlternatives(one, campId);
  }

  /** Where prices of now cannot be had, the form itself leads to the booking page with what was chosen. */
  async #book(form: EventTarget | null, data: ChooserData): Promise<void> {
    const one = this.#cards.find((card) => card.form === form);
    if (!one) return;
    const live = await this.#load(data);
    if (live) await live.book(one);
    else one.form.submit();
  }
}

customElements.define('camp-chooser', CampChooser);
