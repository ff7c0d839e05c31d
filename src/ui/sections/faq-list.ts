import { PageElement } from '../page-element.ts';

/** The questions of parents (Questions.astro), with a button that shows or hides all but the first ones. */
export class FaqList extends PageElement {
  protected override start(signal: AbortSignal): void {
    const button = this.querySelector<HTMLButtonElement>('[data-more]');
    button?.addEventListener('click', () => this.#toggle(button), { signal });
    // The browser itself shows the questions when its search finds a word in them.
    this.#later?.addEventListener('beforematch', () => button && this.#toggle(button), { signal });
    const show = () => this.#showLinked(button);
    addEventListener('hashchange', show, { signal });
    show();
  }

  get #later(): HTMLElement | null {
    return this.querySelector('.later');
  }

  /** Opens the question that the address links to, even if it is hidden. */
  #showLinked(button: HTMLButtonElement | null): void {
    const id = location.hash.slice(1);
    const linked = [...this.querySelectorAll('details')].find((question) => question.id === id);
    if (!id || !linked) return;
    if (button && linked.closest('.later[hidden]')) this.#toggle(button);
    linked.open = true;
    linked.scrollIntoView();
  }

  #toggle(button: HTMLButtonElement): void {
    const { more = '', less = '' } = button.dataset;
    const isShort = this.classList.toggle('less');
    button.textContent = isShort ? more : less;
    button.setAttribute('aria-expanded', String(!isShort));
    const later = this.#later;
    if (isShort) later?.setAttribute('hidden', 'until-found');
    else later?.removeAttribute('hidden');
    // Answers that are hidden are also closed.
    if (isShort) for (const open of this.querySelectorAll('.later [open]')) open.removeAttribute('open');
  }
}

customElements.define('faq-list', FaqList);
