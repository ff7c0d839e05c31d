/** A part of a static page that does something. What it begins while it stands there ends when it is taken away. */
export abstract class PageElement extends HTMLElement {
  #end: AbortController | undefined;

  connectedCallback(): void {
    this.#end = new AbortController();
    this.start(this.#end.signal);
  }

  disconnectedCallback(): void {
    this.#end?.abort();
  }

  /** Called each time it comes into a page: listeners get the signal, timers and observers end with it. */
  protected abstract start(signal: AbortSignal): void;
}
