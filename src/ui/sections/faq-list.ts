import { PageElement } from '../page-element.ts';

/** Questions of parents (Questions.astro): a button shows the rest of them, and puts them away. */
export class FaqList extends PageElement {
  protected override start(signal: AbortSignal): void {
    const button = this.querySelector<HTMLButtonElement>('[data-more]');
    button?.addEventListener('click', () => this.#toggle(button), { signal });
  }

  #toggle(button: HTMLButtonElement): void {
    const { more = '', less = '' } = button.dataset;
    const isShort = this.classList.toggle('less');
    button.textContent = isShort ? more : less;
    button.setAttribute('aria-expanded', String(!isShort));
    // An answer that is not seen any more is not open any more either.
    if (isShort) for (const open of this.querySelectorAll('.later[open]')) open.removeAttribute('open');
  }
}

customElements.define('faq-list', FaqList);
