import { PageElement } from '#ui/page-element.ts';
import { closeWhenLeft } from '../close-when-left.ts';

/**
 * The account in the bar. The code for its contents is loaded separately, because this script is part of the one that
 * all pages share.
 */
export class AccountMenu extends PageElement {
  protected override start(signal: AbortSignal): void {
    closeWhenLeft(this, signal);
    void import('./account.ts').then(({ showAccount }) => showAccount(this, signal)).catch(() => undefined);
  }
}

customElements.define('account-menu', AccountMenu);
