import { goToCheckout } from '#api/camp-checkout.ts';
import { fetchPrices } from '#api/live-camps.ts';
import { waitForFirstPaint } from '#browser/first-paint.ts';
import { report } from '#browser/report.ts';
import { campsStarting, withCamp } from '#domain/camp.ts';
import { scrollToButton } from '#ui/scroll-to-button.ts';
import { showMessage } from '#ui/button-follow-up.ts';
import { describeBlocked } from '#ui/camps/messages.ts';
import { PageElement } from '#ui/page-element.ts';
import { hideToast, showToast } from '#ui/toast.ts';
import { basesOf, campOf, drawCard, type Card, type BookData } from './book-card.ts';
import { IssueDialog } from './issue-dialog.ts';
import { messages } from './messages.ts';

export class CampBooking extends PageElement {
  #data: BookData | null = null;
  #cards: Card[] = [];

  protected override start(signal: AbortSignal): void {
    // Our own build wrote this data, so it is not validated.
    this.#data = JSON.parse(this.dataset['camps'] ?? '') as BookData;
    this.#cards = this.#data.packages.flatMap((campPackage): Card[] => {
      const card = this.querySelector<HTMLElement>(`[data-package="${campPackage.tier.tier}"]`);
      const button = card?.querySelector<HTMLElement>('[data-choose]');
      return card && button ? [{ ...campPackage, card, button, chosen: false, leaving: false }] : [];
    });
    const selectedCard = this.#selectFromUrl(new URLSearchParams(location.search).get('camp'));
    this.addEventListener('change', ({ target }) => this.#choose(target), { signal });
    this.addEventListener(
      'click',
      ({ target }) => {
        const pressedCard = this.#cards.find(
          ({ button }) => target instanceof Node && button.contains(target),
        );
        if (pressedCard) void this.#book(pressedCard);
      },
      { signal },
    );
    this.#draw();
    if (selectedCard) scrollToButton(selectedCard.button);
    // The browser first paints the prices that the build wrote, and then loads the current ones.
    void waitForFirstPaint().then(() => this.#refresh());
  }

  get #weeks(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>('input[name="week"]')];
  }

  get #week(): string {
    return this.#weeks.find(({ checked }) => checked)?.value ?? '';
  }

  #selectFromUrl(campId: string | null): Card | null {
    const matchingCard = this.#cards.find(({ dates }) => dates.some(({ id }) => id === campId));
    const camp = matchingCard?.dates.find(({ id }) => id === campId);
    if (!matchingCard || !camp) return null;
    for (const input of this.#weeks) input.checked = input.value === camp.start;
    for (const input of basesOf(matchingCard.card)) input.checked = input.value === camp.base;
    this.#select(matchingCard);
    return matchingCard;
  }

  #choose(target: EventTarget | null): void {
    if (target instanceof HTMLInputElement && target.name === 'week') {
      hideToast();
      this.#select(null);
      for (const { card } of this.#cards) for (const input of basesOf(card)) input.checked = false;
    }
    for (const { button } of this.#cards) showMessage(button, '');
    this.#draw();
  }

  #draw(): void {
    if (!this.#data) return;
    const week = this.#week;
    for (const card of this.#cards) drawCard(card, week, this.#data);
    const hint = this.querySelector('[data-hint]');
    const isOpen = this.#cards.some(({ dates }) => campsStarting(dates, week).length > 0);
    if (hint) hint.textContent = week === '' ? this.#data.hint : isOpen ? '' : this.#data.emptyText;
  }

  /** Chooses a card. Only one is chosen at a time, because only one shows the badge. */
  #select(chosenCard: Card | null): void {
    for (const card of this.#cards) card.chosen = card === chosenCard;
  }

  async #book(chosenCard: Card): Promise<void> {
    const { button, card, tier, dates } = chosenCard;
    if (chosenCard.leaving) return;
    showMessage(button, '');
    const week = this.#week;
    if (week === '') {
      showToast(messages.pickWeek);
      return;
    }
    if (campsStarting(dates, week).length === 0) {
      this.#refuse(chosenCard);
      return;
    }
    const camp = campOf(chosenCard, week);
    if (!camp) {
      showMessage(button, card.querySelector('[data-bases] legend')?.textContent ?? '');
      basesOf(card)
        .find((input) => !input.closest('label')?.hidden)
        ?.focus();
      return;
    }
    this.#select(chosenCard);
    this.#draw();
    chosenCard.leaving = true;
    button.setAttribute('aria-busy', 'true');
    const blockedState = await goToCheckout(camp, tier);
    button.removeAttribute('aria-busy');
    chosenCard.leaving = false;
    if (!blockedState) return;
    if ('camp' in blockedState) chosenCard.dates = withCamp(chosenCard.dates, camp.id, blockedState.camp);
    this.#select(null);
    this.#draw();
    if (blockedState.code === 'withdrawn') this.#refuse(chosenCard);
    else showMessage(button, describeBlocked(blockedState, tier));
  }

  #refuse({ button, tier }: Card): void {
    showMessage(button, messages.notInWeek(tier.name));
    const issue = document.querySelector('issue-dialog');
    if (issue instanceof IssueDialog) issue.showIssue(tier.name, this.#week, this.#data?.whatsapp ?? '');
  }

  async #refresh(): Promise<void> {
    const loading = this.querySelector('[data-loading]');
    loading?.toggleAttribute('hidden', false);
    const dates = this.#cards.flatMap(({ dates }) => dates);
    // A failed request is tried once more before the page reports it (spec 2 §9).
    const camps = (await fetchPrices(dates)) ?? (await fetchPrices(dates));
    loading?.toggleAttribute('hidden', true);
    if (!camps) {
      showToast(messages.loadFailed);
      report(messages.loadFailed);
      return;
    }
    for (const card of this.#cards) card.dates = camps.filter(({ tier }) => tier === card.tier.tier);
    // A week is hidden if all its camps have begun or are not on sale.
    for (const input of this.#weeks)
      input.closest('label')?.toggleAttribute('hidden', !camps.some(({ start }) => start === input.value));
    this.#draw();
  }
}

customElements.define('camp-booking', CampBooking);
