import { anchors, storageKeys } from '../../config/paths.ts';
import { cartEvent } from '../../browser/cart-event.ts';
import { openCart, storedQuantity } from './cart.ts';
import { cartButton, shellAt } from './model.ts';

/** Script of the shell: scroll states, dialogs, cart button. Plain, because every page pays for it. */
const nav = document.querySelector('[data-nav]');
const bar = document.querySelector('[data-sticky-bar]');
const mascot = document.querySelector('[data-mascot]');
const booking = document.getElementById(anchors.booking);

/** Begun, and in the middle of the screen. */
function isBooking(): boolean {
  if (!booking?.querySelector('.step.done')) return false;
  const { top, bottom } = booking.getBoundingClientRect();
  return top < innerHeight / 2 && bottom > innerHeight / 2;
}

function drawShell(): void {
  const shell = shellAt(scrollY, innerHeight, innerWidth, isBooking());
  nav?.classList.toggle('solid', shell.solid);
  bar?.classList.toggle('on', shell.bar);
  mascot?.classList.toggle('on', shell.mascot);
  mascot?.classList.toggle('calling', shell.callout);
}
addEventListener('scroll', drawShell, { passive: true });
addEventListener('resize', drawShell, { passive: true });
drawShell();

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  target.closest('[data-closes]')?.closest('dialog')?.close();
  const opens = target.closest<HTMLElement>('[data-opens]')?.dataset['opens'];
  if (opens) {
    const dialog = document.querySelector<HTMLDialogElement>(`dialog#${opens}`);
    if (dialog) dialog.showModal();
    else if (opens === 'whatsapp-dialog') dispatchEvent(new Event('openWhatsAppModal'));
  }
  const raises = target.closest<HTMLElement>('[data-raises]')?.dataset['raises'];
  if (raises) dispatchEvent(new Event(raises));
  if (target.closest('[data-refresh]')) location.reload();
  if (target.closest('[data-heard]')) closeAnnouncement();
  // Browsers without `closedby`: a click on the backdrop hits the dialog itself.
  if (target instanceof HTMLDialogElement && target.hasAttribute('closedby') && !('closedBy' in target))
    (target as HTMLDialogElement).close();
});

function closeAnnouncement(): void {
  document.documentElement.dataset['told'] = '';
  nav?.querySelector('a')?.focus();
  try {
    sessionStorage.setItem(storageKeys.announcementSeen, 'true');
  } catch {
    // Blocked: it is closed on this page only.
  }
}

const cart = document.querySelector<HTMLButtonElement>('[data-cart]');
const badge = document.querySelector<HTMLElement>('[data-cart-count]');

addEventListener(cartEvent, (event) => {
  if (!cart || !badge || !(event instanceof CustomEvent)) return;
  // A thing that was chosen elsewhere than in the cart raises it without a number.
  const shown = cartButton(Number(event.detail ?? storedQuantity()));
  cart.disabled = shown.disabled;
  cart.setAttribute('aria-label', shown.label);
  badge.hidden = shown.disabled;
  badge.textContent = shown.badge;
});
cart?.addEventListener('click', openCart);

if (storedQuantity() > 0) dispatchEvent(new CustomEvent(cartEvent));

try {
  if (localStorage.getItem(storageKeys.auth) !== null) {
    void import('./staff.ts').then(({ showStaffMenu }) => showStaffMenu()).catch(() => undefined);
    const progress = bar?.querySelector<HTMLElement>('[data-progress]');
    if (progress)
      void import('./progress.ts').then(({ showProgress }) => showProgress(progress)).catch(() => undefined);
  }
} catch {
  // Storage is blocked: nobody is signed in here.
}
