import { PageElement } from '#ui/page-element.ts';
import { closeWhenLeft } from '../close-when-left.ts';

export class StaffMenu extends PageElement {
  protected override start(signal: AbortSignal): void {
    closeWhenLeft(this, signal);
  }
}

customElements.define('staff-menu', StaffMenu);
