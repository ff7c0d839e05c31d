/** A custom element of a static page. Everything that it starts ends when the element is removed. */
export abstract class PageElement extends HTMLElement {
  #end: AbortController | undefined;

  connectedCallback(): void {
    this.#end = new AbortController();
    this.start(this.#end.signal);
  }

  disconnectedCallback(): void {
    this.#end?.abort();
  }

  /**
   * Starts the element, each time it is added to a page. Pass the signal to listeners, and end timers and observers
   * with it.
   */
  protected abstract start(signal: AbortSignal): void;
}
