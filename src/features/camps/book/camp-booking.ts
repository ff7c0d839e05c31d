import { goToCheckout } from '#api/camp-checkout.ts';
import { pricesNow } from '#api/live-camps.ts';
import { painted } from '#browser/painted.ts';
import { report } from '#browser/report.ts';
import { matching, withCamp } from '#domain/camp.ts';
import { bringUp } from '#ui/bring-up.ts';
import { showMessage } from '#ui/button-follow-up.ts';
import { obstacleText } from '#ui/camps/messages.ts';
import { PageElement } from '#ui/page-element.ts';
import { hideToast, showToast } from '#ui/toast.ts';
import { basesOf, campOf, drawCard, type Card, type BookData } from './book-card.ts';
import { IssueDialog } from './issue-dialog.ts';
import { messages } from './messages.ts';

/** The booking page: a week opens the packages, a package leads to the checkout (spec 2 §2). */
export class CampBooking extends PageElement {
  #data: BookData | null = null;
  #cards: Card[] = [];

  protected override start(signal: AbortSignal): void {
    // The page's own build wrote this data, so it is not validated.
    this.#data = JSON.parse(this.dataset['camps'] ?? '') as BookData;
    this.#cards = this.#data.packages.flatMap((one): Card[] => {
      const card = this.querySelector<HTMLElement>(`[data-package="${one.tier.tier}"]`);
      const button = card?.querySelector<HTMLElement>('[data-choose]');
      return card && button ? [{ ...one, card, button, chosen: false, leaving: false }] : [];
    });
    const asked = this.#takeUp(new URLSearchParams(location.search).get('camp'));
    this.addEventListener('change', ({ target }) => this.#choose(target), { signal });
    this.addEventListener(
      'click',
      ({ target }) => {
        const one = this.#cards.find(({ button }) => target instanceof Node && button.contains(target));
        if (one) void this.#book(one);
      },
      { signal },
    );
    this.#draw();
    if (asked) bringUp(asked.button);
    // The data of the build is painted first.
    void painted().then(() => this.#refresh());
  }

  get #weeks(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>('input[name="week"]')];
  }

  get #week(): string {
    return this.#weeks.find(({ checked }) => checked)?.value ?? '';
  }

  /** Selects the camp that the address names, and returns its card. */
  #takeUp(asked: string | null): Card | null {
    const found = this.#cards.find(({ dates }) => dates.some(({ id }) => id === asked));
    const camp = found?.dates.find(({ id }) => id === asked);
    if (!found || !camp) return null;
    for (const input of this.#weeks) input.checked = input.value === camp.start;
    for (const input of basesOf(found.card)) input.checked = input.value === camp.base;
    this.#select(found);
    return found;
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
    for (const one of this.#cards) drawCard(one, week, this.#data);
    const hint = this.querySelector('[data-hint]');
    const isOpen = this.#cards.some(({ dates }) => matching(dates, week).length > 0);
    if (hint) hint.textContent = week === '' ? this.#data.hint : isOpen ? '' : this.#data.emptyText;
  }

  /** At most one card has the badge. */
  #select(chosen: Card | null): void {
    for (const one of this.#cards) one.chosen = one === chosen;
  }

  async #book(one: Card): Promise<void> {
    const { button, card, tier, dates } = one;
    if (one.leaving) return;
    showMessage(button, '');
    const week = this.#week;
    if (week === '') {
      showToast(messages.pickWeek);
      return;
    }
    if (matching(dates, week).length === 0) {
      this.#refuse(one);
      return;
    }
    const camp = campOf(one, week);
    if (!camp) {
      showMessage(button, card.querySelector('[data-bases] legend')?.textContent ?? '');
      basesOf(card)
        .find((input) => !input.closest('label')?.hidden)
        ?.focus();
      return;
    }
    this.#select(one);
    this.#draw();
    one.leaving = true;
    button.setAttribute('aria-busy', 'true');
    const obstacle = await goToCheckout(camp, tier);
    button.removeAttribute('aria-busy');
    one.leaving = false;
    if (!obstacle) return;
    if ('camp' in obstacle) one.dates = withCamp(one.dates, camp.id, obstacle.camp);
    this.#select(null);
    this.#draw();
    if (obstacle.code === 'withdrawn') this.#refuse(one);
    else showMessage(button, obstacleText(obstacle, tier));
  }

  /** The package has no camp in the chosen week: the message appears beside its button and in the dialog. */
  #refuse({ button, tier }: Card): void {
    showMessage(button, messages.notInWeek(tier.name));
    const issue = document.querySelector('issue-dialog');
    if (issue instanceof IssueDialog) issue.say(tier.name, this.#week, this.#data?.whatsapp ?? '');
  }

  async #refresh(): Promise<void> {
    const loading = this.querySelector('[data-loading]');
    loading?.toggleAttribute('hidden', false);
    const before = this.#cards.flatMap(({ dates }) => dates);
    // Tries once more before it reports a failure (spec 2 §9).
    const camps = (await pricesNow(before)) ?? (await pricesNow(before));
    loading?.toggleAttribute('hidden', true);
    if (!camps) {
      showToast(messages.loadFailed);
      report(messages.loadFailed);
      return;
    }
    for (const one of this.#cards) one.dates = camps.filter(({ tier }) => tier === one.tier.tier);
    // A week whose camps have all begun or are not on sale cannot be chosen.
    for (const input of this.#weeks)
      input.closest('label')?.toggleAttribute('hidden', !camps.some(({ start }) => start === input.value));
    this.#draw();
  }
}

customElements.define('camp-booking', CampBooking);
