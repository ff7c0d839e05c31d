import { PageElement } from './page-element.ts';

/** Around a picture of content (Picture.astro): one that cannot be loaded gives its place to its emoji and label. */
export class ContentPicture extends PageElement {
  protected override start(signal: AbortSignal): void {
    // An image's error does not bubble. It may also have failed before this was there.
    this.addEventListener('error', () => this.#giveUp(), { capture: true, signal });
    const image = this.querySelector<HTMLImageElement>('.picture-image');
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) this.#giveUp();
  }

  #giveUp(): void {
    const missing = this.querySelector<HTMLElement>('.picture-missing');
    if (!missing) return;
    missing.hidden = false;
    for (const shown of this.querySelectorAll('picture, .picture-blur')) shown.remove();
  }
}

customElements.define('content-picture', ContentPicture);
