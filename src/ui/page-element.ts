/** An active part of a static page. What it starts while in the page ends when it is removed. */
export abstract class PageElement extends HTMLElement {
  #end: AbortController | undefined;

  connectedCallback(): void {
    this.#end = new AbortController();
    this.start(this.#end.signal);
  }

  disconnectedCallback(): void {
    this.#end?.abort();
  }

  /** Called each time it enters a page. Pass the signal to listeners, and end timers and observers with it. */
  protected abstract start(signal: AbortSignal): void;
}
