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
      for (const unit of ['days', 'hours', 'minutes'] as const) {
        const place = this.querySelector(`[data-part="${unit}"]`);
        const [number, word] = [place?.querySelector('b'), place?.querySelector('small')];
        if (!number || !word || number.textContent === String(remainingTime[unit])) continue;
        number.textContent = String(remainingTime[unit]);
        word.textContent = messages[unit](remainingTime[unit]);
      }
    };
    const timer = setInterval(tick, timing.CLOCK_TICK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    tick();
  }
}

customElements.define('count-down', CountDown);
