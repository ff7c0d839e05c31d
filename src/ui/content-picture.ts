import { PageElement } from './page-element.ts';

/** A picture (Picture.astro). If it cannot be loaded, its emoji and label are shown. */
export class ContentPicture extends PageElement {
  protected override start(signal: AbortSignal): void {
    // An image's error event does not bubble, so it is captured. The image may also have failed before this script
    // ran.
    this.addEventListener('error', () => this.#showLabel(), { capture: true, signal });
    const image = this.querySelector<HTMLImageElement>('.picture-image');
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) this.#showLabel();
  }

  #showLabel(): void {
    const name = this.querySelector<HTMLImageElement>('.picture-image')?.alt;
    this.role = 'img';
    this.ariaLabel = name === undefined || name === '' ? (this.dataset['label'] ?? '') : name;
    this.classList.add('missing');
    this.replaceChildren();
  }
}

customElements.define('content-picture', ContentPicture);
