import { playerOrigins } from '#contract/video-address.ts';
import { PageElement } from '#ui/page-element.ts';

/** A video, whose picture is replaced by the player at the first click. */
export class VideoFrame extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.querySelector('[data-play]')?.addEventListener('click', () => this.#play(), { once: true, signal });
  }

  #play(): void {
    const { player = '', title = '' } = this.dataset;
    if (!playerOrigins.some((origin) => player.startsWith(`${origin}/`))) return;
    const frame = document.createElement('iframe');
    frame.src = player;
    frame.title = title;
    frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
    // YouTube refuses a player that does not send the origin of its page.
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    this.replaceChildren(frame);
    frame.focus();
  }
}

customElements.define('video-frame', VideoFrame);
