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
    const name = this.querySelector<HTMLImageElement>('.picture-image')?.alt;
    this.role = 'img';
    this.ariaLabel = name === undefined || name === '' ? (this.dataset['label'] ?? '') : name;
    this.classList.add('missing');
    this.replaceChildren();
  }
}

customElements.define('content-picture', ContentPicture);
