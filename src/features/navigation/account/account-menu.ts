import { PageElement } from '#ui/page-element.ts';
import { closeWhenLeft } from '../close-when-left.ts';

/** The code for its contents is loaded separately, because all pages share this script. */
export class AccountMenu extends PageElement {
  protected override start(signal: AbortSignal): void {
    closeWhenLeft(this, signal);
    void import('./account.ts').then(({ showAccount }) => showAccount(this, signal)).catch(() => undefined);
  }
}

customElements.define('account-menu', AccountMenu);
