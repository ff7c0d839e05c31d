import { afterLoad } from '#ui/after-load.ts';
import { PageElement } from '#ui/page-element.ts';
import { closeWhenLeft } from '../close-when-left.ts';

/** The menu of the account. All pages share this script, so the code for the menu's contents is loaded separately. */
export class AccountMenu extends PageElement {
  protected override start(signal: AbortSignal): void {
    closeWhenLeft(this, signal);
    let isStarted = false;
    const showContents = () => {
      if (isStarted || signal.aborted) return;
      isStarted = true;
      void import('./account.ts').then(({ showAccount }) => showAccount(this, signal)).catch(() => undefined);
    };
    afterLoad(showContents);
    // A visitor may open the menu while the page is still loading.
    this.addEventListener('toggle', showContents, { capture: true, signal });
  }
}

customElements.define('account-menu', AccountMenu);
