import { PageElement } from '#ui/page-element.ts';
import type { PageHealth } from './health.ts';
import { messages } from './messages.ts';
import { recoveryLimits } from './recovery-limits.ts';

export class HealthBadge extends PageElement {
  health: PageHealth | undefined;
  readonly #button = document.createElement('button');
  readonly #tip = document.createElement('span');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closedAt = -Infinity;

  protected override start(signal: AbortSignal): void {
    this.className = 'health-badge no-print';
    this.setAttribute('role', 'region');
    this.setAttribute('aria-label', messages.region);
    this.#tip.id = 'health-tip';
    this.#tip.setAttribute('role', 'tooltip');
    this.#tip.hidden = true;
    this.#button.type = 'button';
    this.#button.setAttribute('aria-describedby', this.#tip.id);
    // The badge moves aside when it is over choices of the page (features/chat).
    this.#button.dataset['stepsAside'] = '';
    this.replaceChildren(this.#tip, this.#button);
    this.#updateBadge();
    const poll = setInterval(() => this.#updateBadge(), recoveryLimits.BADGE_POLL_MS);
    signal.addEventListener('abort', () => {
      clearInterval(poll);
      clearTimeout(this.#timer);
    });
    for (const show of ['pointerenter', 'focusin'])
      this.addEventListener(show, () => this.#wait(), { signal });
    for (const eventName of ['pointerleave', 'focusout'])
      this.addEventListener(eventName, () => this.#close(), { signal });
    this.#button.addEventListener('click', () => this.#open(), { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.#close(), { signal });
  }

  #updateBadge(): void {
    const mode = this.health?.mode() ?? 'calm';
    if (mode === 'calm') {
      this.remove();
      return;
    }
    const { label, tip } = messages.badge[mode];
    this.dataset['mode'] = mode;
    this.#button.textContent = label;
    this.#tip.textContent = tip;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const isSoon = Date.now() - this.#closedAt < recoveryLimits.TOOLTIP_SKIP_MS;
    this.#timer = setTimeout(() => this.#open(), isSoon ? 0 : recoveryLimits.TOOLTIP_DELAY_MS);
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#tip.hidden = false;
  }

  #close(): void {
    clearTimeout(this.#timer);
    if (!this.#tip.hidden) this.#closedAt = Date.now();
    this.#tip.hidden = true;
  }
}

customElements.define('health-badge', HealthBadge);
