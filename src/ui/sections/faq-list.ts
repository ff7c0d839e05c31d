import { PageElement } from '../page-element.ts';

/** Questions of parents (Questions.astro): a button shows the rest of them, and puts them away. */
export class FaqList extends PageElement {
  protected override start(signal: AbortSignal): void {
    const button = this.querySelector<HTMLButtonElement>('[data-more]');
    button?.addEventListener('click', () => this.#toggle(button), { signal });
    const show = () => this.#showLinked(button);
    addEventListener('hashchange', show, { signal });
    show();
  }

  /** A link to a question opens it, also among those that are put away. */
  #showLinked(button: HTMLButtonElement | null): void {
    const id = location.hash.slice(1);
    const linked = [...this.querySelectorAll('details')].find((one) => one.id === id);
    if (!id || !linked) return;
    if (button && linked.matches('.less .later')) this.#toggle(button);
    linked.open = true;
    linked.scrollIntoView();
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
