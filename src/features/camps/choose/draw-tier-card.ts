import type { CampDate } from '#domain/camp.ts';
import type { TierCardView } from './tier-card.ts';

export type ChipOf = (camp: CampDate) => { text: string; full: boolean };

/** Shows the dates of a base; without `chipOf` each keeps the label that the build wrote. */
export function drawDates(card: Element, dates: readonly CampDate[], base: string, chipOf?: ChipOf): void {
  for (const chip of card.querySelectorAll<HTMLElement>('[data-base]')) {
    const camp = dates.find(({ id }) => id === chip.querySelector('input')?.value);
    chip.hidden = camp?.base !== base;
    const label = chip.querySelector('[data-label]');
    if (!label || !camp || !chipOf) continue;
    const { text, full } = chipOf(camp);
    chip.classList.toggle('full', full);
    label.textContent = text;
  }
  const some = card.querySelector('[data-base]:not([hidden]), .tier-failed') !== null;
  card.querySelector('[data-empty]')?.toggleAttribute('hidden', some);
}

export function drawTierCard(card: Element, view: TierCardView): void {
  const part = (name: string) => card.querySelector<HTMLElement>(`[data-${name}]`);
  const write = (name: string, text: string) => {
    const found = part(name);
    if (found && found.textContent !== text) found.textContent = text;
  };
  const show = (name: string, shown: boolean) => part(name)?.toggleAttribute('hidden', !shown);
  write('from', view.from);
  write('price', view.price);
  write('listed', view.listed);
  write('until', view.until);
  for (const [index, row] of [...(part('rungs')?.children ?? [])].entries()) {
    const rung = view.rungs[index];
    const word = row.querySelector('em');
    if (!rung || !word) continue;
    row.className = rung.state;
    word.textContent = rung.word;
  }
  show('bonus', view.bonus !== '');
  write('bonus-text', view.bonus);
  show('fill', view.fill !== null);
  const bar = card.querySelector('progress');
  if (bar) bar.value = view.fill ?? 0;
  write('taken', view.taken);
  write('spots', view.spots);
  show('spots', view.spots !== '');
  for (const [name, base] of [
    ['spots', 'camp-spots'],
    ['fill', 'fill'],
  ] as const) {
    const found = part(name);
    if (found) found.className = `${base} ${view.spotsState}`;
  }
  write('book', view.book);
  part('book')?.setAttribute('aria-disabled', String(view.waits));
}
