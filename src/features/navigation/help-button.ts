import { dispatch } from '#browser/window-events.ts';
import { PageElement } from '#ui/page-element.ts';

export class HelpButton extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.addEventListener('click', () => dispatch('openWelcomeModal'), { signal });
  }
}

customElements.define('help-button', HelpButton);
