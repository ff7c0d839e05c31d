import * as timing from '#config/timing.ts';
import { isCrawler } from '#browser/crawler.ts';
import { PageElement } from '#ui/page-element.ts';
import { whenVisible } from '#ui/when-visible.ts';

/** A number of viewers. It is requested when the element comes near the viewport (`viewers.ts`). */
export class ViewerCount extends PageElement {
  protected override start(signal: AbortSignal): void {
    if (isCrawler(navigator.userAgent)) return;
    const startCounting = () =>
      void import('./viewers.ts').then(({ watch }) => watch(this, signal)).catch(() => undefined);
    whenVisible(this, startCounting, { nearPx: timing.NEAR_VIEW_PX, signal });
  }

  get place(): string {
    return this.dataset['place'] ?? '';
  }

  get source(): string | undefined {
    return this.dataset['source'];
  }

  show(viewers: number): void {
    const template = this.querySelector('template');
    template?.replaceWith(template.content);
    const countElement = this.querySelector<HTMLElement>('[data-shown]');
    const count = this.querySelector('[data-count]');
    if (!countElement || !count) return;
    count.textContent = String(viewers);
    countElement.hidden = viewers < timing.VIEWERS_FROM;
  }
}

customElements.define('viewer-count', ViewerCount);
