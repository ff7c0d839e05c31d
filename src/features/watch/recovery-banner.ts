import { PageElement } from '#ui/page-element.ts';
import type { PageHealth } from './health.ts';
import { messages } from './messages.ts';
import { recoveryLimits } from './recovery-limits.ts';

/**
 * The banner at the top of the page during recovery mode (spec 1 §2). It checks every five seconds whether the mode
 * has ended.
 */
export class RecoveryBanner extends PageElement {
  health: PageHealth | undefined;
  onForce: () => void = () => undefined;
  onLeft: () => void = () => undefined;

  protected override start(signal: AbortSignal): void {
    this.className = 'recovery-banner no-print';
    this.setAttribute('role', 'alert');
    const text = document.createElement('p');
    const promise = document.createElement('b');
    promise.textContent = messages.notCharged;
    text.append(`${messages.banner} `, promise);
    const force = document.createElement('button');
    force.type = 'button';
    force.className = 'button small line';
    force.textContent = messages.force;
    force.addEventListener('click', () => this.onForce(), { signal });
    this.replaceChildren(text, force);
    const timer = setInterval(() => this.#checkMode(), recoveryLimits.BANNER_POLL_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  #checkMode(): void {
    if (this.health?.mode() === 'degraded') return;
    this.remove();
    this.onLeft();
  }
}

customElements.define('recovery-banner', RecoveryBanner);
