import { goToCheckout } from '../../api/camp-checkout.ts';
import { pricesNow } from '../../api/live-camps.ts';
import { report } from '../../browser/report.ts';
import { matching, withCamp, type CampDate, type Source, type Tier } from '../../domain/camp.ts';
import { bringUp } from '../../ui/bring-up.ts';
import { showMessage } from '../../ui/button-follow-up.ts';
import { obstacleText } from '../../ui/camps/words.ts';
import { hideToast, showToast } from '../../ui/toast.ts';
import { basesOf, campOf, drawCard, type Card } from './book-card.ts';
import { openIssue } from './issue.ts';
import { messages } from './messages.ts';

/** Plain script of the booking page: a week opens the packages, a package leads to the checkout (spec 2 §2). */
export interface BookData {
  packages: { tier: Tier; dates: CampDate[] }[];
  bookLabel: string;
  hint: string;
  emptyText: string;
  whatsapp: string;
  source: { spots: Source; places: Source };
}

const root = document.querySelector<HTMLElement>('[data-book-camp]');
if (root) start(root, JSON.parse(root.dataset['bookCamp'] ?? '') as BookData);

function start(page: HTMLElement, data: BookData): void {
  const weeks = [...page.querySelectorAll<HTMLInputElement>('input[name="week"]')];
  const week = () => weeks.find(({ checked }) => checked)?.value ?? '';
  const cards = data.packages.flatMap((one): Card[] => {
    const card = page.querySelector<HTMLElement>(`[data-package="${one.tier.tier}"]`);
    const button = card?.querySelector<HTMLElement>('[data-choose]');
    return card && button ? [{ ...one, card, button }] : [];
  });

  function draw(): void {
    for (const one of cards) drawCard(one, week(), data);
    const hint = page.querySelector('[data-hint]');
    const isOpen = cards.some(({ dates }) => matching(dates, week()).length > 0);
    if (hint) hint.textContent = week() === '' ? data.hint : isOpen ? '' : data.emptyText;
  }

  /** The badge stands on one card at most. */
  function select(chosen: Card | null): void {
    for (const { card } of cards) delete card.dataset['chosen'];
    if (chosen) chosen.card.dataset['chosen'] = '';
  }

  async function book(one: Card): Promise<void> {
    const { button, card, tier, dates } = one;
    if (button.hasAttribute('aria-busy')) return;
    showMessage(button, '');
    if (week() === '') {
      showToast(messages.pickWeek);
      return;
    }
    if (matching(dates, week()).length === 0) {
      refuse(one);
      return;
    }
    const camp = campOf(one, week());
    if (!camp) {
      showMessage(button, card.querySelector('[data-bases] legend')?.textContent ?? '');
      basesOf(card)
        .find((input) => !input.closest('label')?.hidden)
        ?.focus();
      return;
    }
    select(one);
    draw();
    button.setAttribute('aria-busy', 'true');
    const obstacle = await goToCheckout(camp, tier);
    button.removeAttribute('aria-busy');
    if (!obstacle) return;
    if ('camp' in obstacle) one.dates = withCamp(one.dates, camp.id, obstacle.camp);
    select(null);
    draw();
    if (obstacle.code === 'withdrawn') refuse(one);
    else showMessage(button, obstacleText(obstacle, tier));
  }

  /** No camp of this package in the week: kept beside its button, and said in the dialog. */
  function refuse({ button, tier }: Card): void {
    showMessage(button, messages.notInWeek(tier.name));
    openIssue(tier.name, week(), data.whatsapp);
  }

  async function refresh(): Promise<void> {
    const loading = page.querySelector<HTMLElement>('[data-loading]');
    if (loading) loading.hidden = false;
    const before = cards.flatMap(({ dates }) => dates);
    // Once more, before it is called a failure (spec 2 §9).
    const camps = (await pricesNow(before)) ?? (await pricesNow(before));
    if (loading) loading.hidden = true;
    if (!camps) {
      showToast(messages.loadFailed);
      report(messages.loadFailed);
      return;
    }
    for (const one of cards) one.dates = camps.filter(({ tier }) => tier === one.tier.tier);
    // A week whose camps have all begun, or are off sale, is none to choose.
    for (const input of weeks)
      input.closest('label')?.toggleAttribute('hidden', !camps.some(({ start }) => start === input.value));
    draw();
  }

  const asked = new URLSearchParams(location.search).get('camp');
  const found = cards.find(({ dates }) => dates.some(({ id }) => id === asked));
  const camp = found?.dates.find(({ id }) => id === asked);
  if (found && camp) {
    for (const input of weeks) input.checked = input.value === camp.start;
    for (const input of basesOf(found.card)) input.checked = input.value === camp.base;
    select(found);
  }
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'week') {
      hideToast();
      select(null);
      for (const { card } of cards) for (const input of basesOf(card)) input.checked = false;
    }
    for (const { button } of cards) showMessage(button, '');
    draw();
  });
  page.addEventListener('click', ({ target }) => {
    const one = cards.find(({ button }) => target instanceof Node && button.contains(target));
    if (one) void book(one);
  });
  draw();
  if (found && camp) bringUp(found.button);
  void refresh();
}
