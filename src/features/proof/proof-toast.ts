import * as timing from '#config/timing.ts';
import { hasBegun } from '#browser/interruption.ts';
import { liesOnChoice } from '#browser/keep-clear.ts';
import { overlay } from '#browser/overlay.ts';
import { PageElement } from '#ui/page-element.ts';
import type { Entry } from './model.ts';

/** What others booked: one every 12 s, each for 4 s (spec 2 §4). */
export class ProofToast extends PageElement {
  /** Those that are still to be shown. */
  entries: Entry[] = [];

  protected override start(signal: AbortSignal): void {
    const timer = setInterval(() => this.#turn(signal, stop), timing.PROOF_EVERY_MS);
    const stop = () => clearInterval(timer);
    signal.addEventListener('abort', stop);
    // Whoever puts one away wants no more of them.
    this.querySelector('button')?.addEventListener(
      'click',
      () => {
        stop();
        this.#show(false);
      },
      { signal },
    );
    addEventListener('scroll', () => this.#stepAside(), { passive: true, signal });
    this.#turn(signal, stop);
  }

  #turn(signal: AbortSignal, stop: () => void): void {
    // A dialog is open: this one waits for the next turn.
    if (!overlay.isFree()) return;
    // Whoever has begun something is not disturbed any more.
    const entry = hasBegun() ? undefined : this.entries.shift();
    if (!entry) {
      stop();
      return;
    }
    for (const [name, text] of Object.entries(entry)) {
      const part = this.querySelector(`[data-${name}]`);
      if (part) part.textContent = String(text);
    }
    this.#show(true);
    if (this.#stepAside()) {
      this.entries.unshift(entry);
      return;
    }
    const shown = setTimeout(() => this.#show(false), timing.PROOF_SHOWN_MS);
    signal.addEventListener('abort', () => clearTimeout(shown));
  }

  /** Never over what is chosen from; answers whether it went. */
  #stepAside(): boolean {
    const card = this.querySelector('.proof-card:not([hidden])');
    if (!card || !liesOnChoice(card.getBoundingClientRect())) return false;
    this.#show(false);
    return true;
  }

  #show(shown: boolean): void {
    this.querySelector('.proof-card')?.toggleAttribute('hidden', !shown);
  }
}

customElements.define('proof-toast', ProofToast);
