import * as timing from '#config/timing.ts';
import { PageElement } from '#ui/page-element.ts';
import { messages } from './messages.ts';
import { timeLeft } from './time-left.ts';

export class CountDown extends PageElement {
  protected override start(signal: AbortSignal): void {
    const end = Number(this.dataset['end']);
    const tick = () => {
      const remainingTime = timeLeft(end, Date.now());
      this.hidden = remainingTime === null;
      if (remainingTime === null) {
        clearInterval(timer);
        this.replaceChildren();
        return;
      }
      for (const part of ['days', 'hours', 'minutes'] as const) {
        const place = this.querySelector(`[data-part="${part}"]`);
        const [number, word] = [place?.querySelector('b'), place?.querySelector('small')];
        if (!number || !word || number.textContent === String(remainingTime[part])) continue;
        number.textContent = String(remainingTime[part]);
        word.textContent = messages[part](remainingTime[part]);
      }
    };
    const timer = setInterval(tick, timing.CLOCK_TICK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    tick();
  }
}

customElements.define('count-down', CountDown);
