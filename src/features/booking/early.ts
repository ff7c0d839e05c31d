/**
 * A tap on a team before the island is alive: kept here, answered as soon as it is. On a slow phone the
 * cards are seen long before their script has come.
 */
const READY = 'data-booking-ready';
let early: string | null = null;

/** Plain script of the page: listens until the island takes over. */
export function keepEarlyTap(): void {
  document.addEventListener('click', (event) => {
    const card = event.target instanceof Element ? event.target.closest('[data-team]') : null;
    if (!card || document.documentElement.hasAttribute(READY)) return;
    early = card.getAttribute('data-team');
    // Shown as chosen at once, so that nobody taps twice.
    for (const other of document.querySelectorAll('[data-team]'))
      other.setAttribute('aria-pressed', String(other === card));
  });
  addEventListener('booking:take', (event) => {
    if (event instanceof CustomEvent && early !== null) (event.detail as (team: string) => void)(early);
    early = null;
  });
}

/** The island is alive: hands over the tap it missed, if any. */
export function takeEarlyTap(choose: (team: string) => void): void {
  document.documentElement.setAttribute(READY, '');
  dispatchEvent(new CustomEvent('booking:take', { detail: choose }));
}
