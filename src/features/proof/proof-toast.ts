import * as timing from '#config/timing.ts';
import { hasInteracted } from '#browser/interruption.ts';
import { liesOnChoice } from '#browser/keep-clear.ts';
import { overlay } from '#browser/overlay.ts';
import { PageElement } from '#ui/page-element.ts';
import type { Entry } from './model.ts';

export class ProofToast extends PageElement {
  /** The entries that have not been shown yet. */
  entries: Entry[] = [];

  protected override start(signal: AbortSignal): void {
    const timer = setInterval(() => this.#turn(signal, stop), timing.PROOF_EVERY_MS);
    const stop = () => clearInterval(timer);
    signal.addEventListener('abort', stop);
    // Closing a toast also stops the following ones.
    this.querySelector('button')?.addEventListener(
      'click',
      () => {
        stop();
        this.#show(false);
      },
      { signal },
    );
    signal.addEventListener('abort', () => document.body.removeAttribute('data-proof'));
    addEventListener('scroll', () => this.#stepAside(), { passive: true, signal });
    this.#turn(signal, stop);
  }

  #turn(signal: AbortSignal, stop: () => void): void {
    // While a dialog is open, the toast waits for the next interval.
    if (!overlay.isFree()) return;
    // A visitor who has begun something gets no more toasts.
    const entry = hasInteracted() ? undefined : this.entries.shift();
    if (!entry) {
      stop();
      return;
    }
    for (const [name, text] of Object.entries(entry)) {
      const element = this.querySelector(`[data-${name}]`);
      if (element) element.textContent = String(text);
    }
    this.#show(true);
    if (this.#stepAside()) {
      this.entries.unshift(entry);
      return;
    }
    const hideTimer = setTimeout(() => this.#show(false), timing.PROOF_SHOWN_MS);
    signal.addEventListener('abort', () => clearTimeout(hideTimer));
  }

  /** Hides a toast that covers choices of the page. Returns whether it was hidden. */
  #stepAside(): boolean {
    const card = this.querySelector('.proof-card:not([hidden])');
    if (!card || !liesOnChoice(card.getBoundingClientRect())) return false;
    this.#show(false);
    return true;
  }

  #show(isShown: boolean): void {
    this.querySelector('.proof-card')?.toggleAttribute('hidden', !isShown);
    document.body.toggleAttribute('data-proof', isShown);
  }
}

customElements.define('proof-toast', ProofToast);
