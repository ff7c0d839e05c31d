import type { CampDate } from '#domain/camp.ts';

export type ChipOf = (camp: CampDate) => { text: string; full: boolean };

/** Shows the chips of one base's dates. If `chipOf` is missing, each date keeps the label that the build wrote. */
export function drawChips(card: Element, dates: readonly CampDate[], base: string, chipOf?: ChipOf): void {
  for (const chip of card.querySelectorAll<HTMLElement>('[data-base]')) {
    const camp = dates.find(({ id }) => id === chip.querySelector('input')?.value);
    chip.hidden = camp?.base !== base;
    const label = chip.querySelector('[data-label]');
    if (!label || !camp || !chipOf) continue;
    const { text, full } = chipOf(camp);
    chip.classList.toggle('full', full);
    label.textContent = text;
  }
  const isFilled = card.querySelector('[data-base]:not([hidden]), .tier-failed') !== null;
  card.querySelector('[data-empty]')?.toggleAttribute('hidden', isFilled);
}
