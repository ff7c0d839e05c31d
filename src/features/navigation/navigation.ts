import { paths, storageKeys } from '../../config/paths.ts';
import { timing } from '../../config/timing.ts';
import { cartEvent } from '../../lib/cart-event.ts';

/** Script of the shell: scroll states, dialogs, cart button. Plain, because every page pays for it. */
const nav = document.querySelector('[data-nav]');
const bar = document.querySelector('[data-sticky-bar]');

function onScroll(): void {
  nav?.classList.toggle('solid', scrollY > timing.NAV_SOLID_PX);
  bar?.classList.toggle('on', scrollY > innerHeight * timing.STICKY_BAR_VIEWPORTS);
}
addEventListener('scroll', onScroll, { passive: true });
onScroll();

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const closer = target.closest('[data-closes]');
  closer?.closest('dialog')?.close();
  const opener = target.closest<HTMLElement>('[data-opens]');
  if (opener) document.querySelector<HTMLDialogElement>(`#${opener.dataset['opens']}`)?.showModal();
  // Browsers without `closedby`: a click on the backdrop hits the dialog itself.
  if (target instanceof HTMLDialogElement && !('closedBy' in target)) (target as HTMLDialogElement).close();
});

const cartButton = document.querySelector<HTMLButtonElement>('[data-cart]');
const cartCount = document.querySelector<HTMLElement>('[data-cart-count]');

function stored(key: string): Record<string, unknown> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

addEventListener(cartEvent, (event) => {
  const quantity = Number((event as CustomEvent).detail);
  if (!cartButton || !cartCount) return;
  cartButton.disabled = quantity === 0;
  cartButton.setAttribute('aria-label', quantity === 0 ? 'Cart, empty' : `Cart, ${quantity} item`);
  cartCount.hidden = quantity === 0;
  cartCount.textContent = String(quantity);
});

/** The payment page while it is live, in a new tab; else our own checkout (3-decisions). */
cartButton?.addEventListener('click', () => {
  const order = stored(storageKeys.order);
  const pass = stored(storageKeys.cart)?.['selectedPass'] as { checkoutPath?: string } | undefined;
  const live = typeof order?.['payUrl'] === 'string' && Date.parse(String(order['heldUntil'])) > Date.now();
  if (live) open(String(order['payUrl']), '_blank', 'noopener');
  else location.assign(pass?.checkoutPath ?? paths.checkout);
});

const quantity = Number(stored(storageKeys.cart)?.['quantity'] ?? 0);
if (quantity > 0) dispatchEvent(new CustomEvent(cartEvent, { detail: quantity }));
