import { formatMoney } from '../../lib/money.ts';
import { whatsappLink } from '../../lib/whatsapp.ts';
import { rowLabel, shortName } from './card.ts';
import { datesText } from './dates.ts';
import { atFirstSign } from './first-sign.ts';
import { refreshed } from './live.ts';
import { askText, rungWords, spotsWords } from './messages.ts';
import {
  isBookable,
  matching,
  rungsOf,
  spotsLeft,
  spotsOf,
  type CampDate,
  type Source,
  type Tier,
} from './model.ts';

/** Plain script of the booking page: a week opens the packages that have a camp in it (spec 2 §2). */
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
  const cards = data.packages.flatMap((one) => {
    const card = page.querySelector<HTMLElement>(`[data-package="${one.tier.tier}"]`);
    return card ? [{ ...one, card }] : [];
  });
  const draw = () => {
    for (const one of cards) drawCard(one, week(), data);
    const hint = page.querySelector('[data-hint]');
    const isOpen = cards.some(({ card }) => !card.classList.contains('waiting'));
    if (hint) hint.textContent = week() === '' ? data.hint : isOpen ? '' : data.emptyText;
  };

  const asked = new URLSearchParams(location.search).get('camp');
  const found = cards.find(({ dates }) => dates.some(({ id }) => id === asked));
  const camp = found?.dates.find(({ id }) => id === asked);
  if (found && camp) {
    for (const input of weeks) input.checked = input.value === camp.start;
    for (const input of basesOf(found.card)) input.checked = input.value === camp.base;
    found.card.dataset['chosen'] = '';
  }
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'week')
      for (const { card } of cards) {
        delete card.dataset['chosen'];
        for (const input of basesOf(card)) input.checked = false;
      }
    draw();
  });
  draw();
  atFirstSign(() => {
    void refreshed(cards.flatMap(({ dates }) => dates)).then((camps) => {
      for (const one of cards) one.dates = camps.filter(({ tier }) => tier === one.tier.tier);
      draw();
    });
  });
}

function basesOf(card: HTMLElement): HTMLInputElement[] {
  return [...card.querySelectorAll<HTMLInputElement>('[data-bases] input')];
}

function drawCard(
  { card, tier, dates }: { card: HTMLElement; tier: Tier; dates: CampDate[] },
  week: string,
  { bookLabel, whatsapp, source }: BookData,
): void {
  const fitting = matching(dates, week);
  const asked = basesOf(card).find(({ checked }) => checked)?.value;
  // The base is asked for when two camps fit (3-decisions).
  const camp = fitting.length === 1 ? fitting[0] : matching(fitting, week, asked ?? '')[0];
  const bases = card.querySelector<HTMLElement>('[data-bases]');
  if (bases) bases.hidden = fitting.length < 2;
  for (const input of basesOf(card)) {
    const chip = input.closest('label');
    if (chip) chip.hidden = !fitting.some(({ base }) => base === input.value);
  }
  const shown = camp ?? fitting[0];
  card.classList.toggle('waiting', shown === undefined);
  const write = (name: string, text: string) => {
    const part = card.querySelector(`[data-${name}]`);
    if (part && part.textContent !== text) part.textContent = text;
  };
  if (shown?.priceCents != null) {
    write('price', formatMoney(shown.priceCents));
    write('listed', shown.priceCents < tier.listedCents ? formatMoney(tier.listedCents) : '');
    const rungs = rungsOf(tier, shown, new Date());
    for (const [index, word] of card.querySelectorAll('[data-rung]').entries()) {
      const rung = rungs[index];
      if (rung) word.textContent = rungWords(source.places === 'off' ? { ...rung, left: null } : rung);
    }
  }
  const left = camp ? spotsLeft(camp) : 0;
  write('place', camp ? `${datesText(camp)}, ${camp.place}` : '');
  const spots = card.querySelector<HTMLElement>('[data-spots]');
  if (spots) {
    spots.hidden = !camp || source.spots === 'off';
    spots.className = `camp-spots ${spotsOf(left)}`;
    spots.textContent = spotsWords(left);
  }
  const selected = card.querySelector<HTMLElement>('[data-selected]');
  if (selected) selected.hidden = !(camp && 'chosen' in card.dataset);
  drawLink(card, camp, { tier, bookLabel, whatsapp });
}

/** The way to the place: a chat that names the camp; a button that waits until there is one. */
function drawLink(
  card: HTMLElement,
  camp: CampDate | undefined,
  { tier, bookLabel, whatsapp }: { tier: Tier; bookLabel: string; whatsapp: string },
): void {
  const link = card.querySelector<HTMLAnchorElement>('[data-go]');
  const wait = card.querySelector<HTMLElement>('[data-wait]');
  if (!link || !wait) return;
  link.hidden = !camp;
  wait.hidden = camp !== undefined;
  if (!camp) return;
  link.href = whatsappLink(whatsapp, askText(tier.name, datesText(camp), camp.place, !isBookable(camp)));
  link.textContent = rowLabel(camp, shortName(tier), bookLabel);
}
