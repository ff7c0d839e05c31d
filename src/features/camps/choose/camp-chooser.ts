import { onFirstInteraction } from '#browser/first-interaction.ts';
import { packageId } from '#domain/package-id.ts';
import type { CampDate } from '#domain/camp.ts';
import { scrollToButton } from '#ui/scroll-to-button.ts';
import { PageElement } from '#ui/page-element.ts';
import { bind } from '../card/bind.ts';
import { drawChips } from './date-chips.ts';
import { chooseCamp, choiceOf, clear } from './form.ts';
import type { LivePackages } from './live-packages.ts';
import type { ChooserData, Card } from './chooser-data.ts';

/**
 * Matches the links to `campAnchors` (config/paths). That file is not imported, because it would make this script too
 * large.
 */
const campLinks = 'a[href*="#package"], a[href$="#conversions"]';

/**
 * The chooser of packages. The data of the build answers a tap at once. Current prices and the booking load later
 * (`live-packages.ts`).
 */
export class CampChooser extends PageElement {
  #cards: Card[] = [];
  #livePackages: LivePackages | null = null;
  #loading: Promise<LivePackages | null> | undefined;

  protected override start(signal: AbortSignal): void {
    // Our own build wrote this data, so it is not validated.
    const json = this.querySelector('script[type="application/json"]')?.textContent ?? '';
    const data = JSON.parse(json) as ChooserData;
    if (!this.querySelector('template')) this.#useCards(data);
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
        const link = target instanceof Element && target.closest<HTMLAnchorElement>(campLinks);
        if (!link) return;
        // The section before the packages would cost the visitor one more tap, so the link leads to the packages.
        if (link.hash === '#conversions') link.hash = 'packages';
        // The link of a date scrolls to the button of its package, not to the date itself.
        if (this.#reveal(data, link.hash)) {
          event.preventDefault();
          history.pushState(null, '', link.hash);
        }
      },
      { signal },
    );
    // The visitor may have tapped the link before this script loaded.
    if (location.hash.startsWith('#package')) this.#reveal(data, location.hash);
  }

  /**
   * Moves the packages from their template into the page, unless the inline script has already done that after a
   * failure.
   */
  #unfold(data: ChooserData): void {
    const template = this.querySelector('template');
    if (template) template.replaceWith(template.content);
    if (this.#cards.length === 0) this.#useCards(data);
  }

  #useCards(data: ChooserData): void {
    this.#cards = data.packages.flatMap((campPackage) => {
      const card = this.querySelector<HTMLElement>(`[data-tier="${campPackage.tier.tier}"]`);
      const form = card?.querySelector('form');
      const button = card?.querySelector<HTMLElement>('[data-book]');
      return card && form && button ? [{ ...campPackage, card, form, button }] : [];
    });
  }

  #load(data: ChooserData): Promise<LivePackages | null> {
    this.#loading ??= import('./live-packages.ts').then(
      ({ LivePackages }) => {
        this.#unfold(data);
        this.#livePackages = new LivePackages(data, this.#cards, (tierCard) => this.#draw(tierCard));
        this.#livePackages.start();
        return this.#livePackages;
      },
      () => null,
    );
    return this.#loading;
  }

  /** Opens the packages, and selects the date that the link names. Returns true if it names one. */
  #reveal(data: ChooserData, hash: string): boolean {
    this.#unfold(data);
    void this.#load(data);
    this.querySelector('.camp-packages')?.classList.add('shown');
    // As a block, the chooser tells the sticky bar when it is in view.
    this.classList.replace('contents', 'block');
    const isNamed = ({ id }: CampDate) => hash === `#${packageId(id)}`;
    const tierCard = this.#cards.find(({ dates }) => dates.some(isNamed));
    const camp = tierCard?.dates.find(isNamed);
    if (tierCard && camp) {
      chooseCamp(tierCard.form, camp);
      scrollToButton(tierCard.button);
      return true;
    }
    // The target was hidden when the visitor pressed the link, so the browser could not scroll to it.
    document.querySelector(hash)?.scrollIntoView();
    return false;
  }

  #choose(target: EventTarget | null): void {
    const tierCard = this.#cards.find(({ form }) => target instanceof Node && form.contains(target));
    if (!tierCard) return;
    // Each base has its own dates, so the chosen date is cleared (spec 2 §4).
    if (target instanceof HTMLInputElement && target.name === 'base') clear(tierCard.form, 'camp');
    this.#livePackages?.clearMessage(tierCard);
    this.#draw(tierCard);
  }

  #draw(tierCard: Card): void {
    const base = choiceOf(tierCard.form, 'base');
    const campId = choiceOf(tierCard.form, 'camp');
    drawChips(tierCard.card, tierCard.dates, base, this.#livePackages?.chipOf);
    const view = this.#livePackages
      ? this.#livePackages.viewOf(tierCard, base, campId)
      : tierCard.views[campId || base];
    if (view) bind(tierCard.card, view);
    this.#livePackages?.showAlternatives(tierCard, campId);
  }

  /**
   * Books the choice. If the script with current prices cannot be loaded, the form itself submits the choice to the
   * booking page.
   */
  async #book(form: EventTarget | null, data: ChooserData): Promise<void> {
    const tierCard = this.#cards.find((card) => card.form === form);
    if (!tierCard) return;
    const livePackages = await this.#load(data);
    if (livePackages) await livePackages.book(tierCard);
    else tierCard.form.submit();
  }
}

customElements.define('camp-chooser', CampChooser);
