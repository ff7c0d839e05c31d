import { PageElement } from '#ui/page-element.ts';

export class ReloadButton extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.addEventListener('click', () => location.reload(), { signal });
  }
}

customElements.define('reload-button', ReloadButton);
