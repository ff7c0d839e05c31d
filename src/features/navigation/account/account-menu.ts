import { PageElement } from '#ui/page-element.ts';
import { closeWhenLeft } from '../close-when-left.ts';

/** The menu of the account. All pages share this script, so the code for the menu's contents is loaded separately. */
export class AccountMenu extends PageElement {
  protected override start(signal: AbortSignal): void {
    closeWhenLeft(this, signal);
    void import('./account.ts').then(({ showAccount }) => showAccount(this, signal)).catch(() => undefined);
  }
}

customElements.define('account-menu', AccountMenu);
