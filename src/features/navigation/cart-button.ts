import { onRaised } from '#browser/window-events.ts';
import { PageElement } from '#ui/page-element.ts';
import { openCart, storedQuantity } from './cart.ts';
import { cartButton } from './model.ts';

/** The cart button. It shows the number of items and leads to their payment (decisions "Cart button"). */
export class CartButton extends PageElement {
  protected override start(signal: AbortSignal): void {
    // A choice outside the cart raises the event, but gives no number.
    onRaised('cart-updated', (quantity) => this.#show(quantity ?? storedQuantity()), signal);
    this.querySelector('button')?.addEventListener('click', openCart, { signal });
    this.#show(storedQuantity());
  }

  #show(quantity: number): void {
    const button = this.querySelector('button');
    const badge = this.querySelector<HTMLElement>('[data-cart-count]');
    if (!button || !badge) return;
    const view = cartButton(quantity);
    button.disabled = view.disabled;
    button.setAttribute('aria-label', view.label);
    badge.hidden = view.disabled;
    badge.textContent = view.badge;
  }
}

customElements.define('cart-button', CartButton);
