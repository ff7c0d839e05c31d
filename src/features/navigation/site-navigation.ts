import * as timing from '#config/timing.ts';
import { hasSession } from '#browser/has-session.ts';
import { dispatch } from '#browser/window-events.ts';
import { afterLoad } from '#ui/after-load.ts';
import { PageDialog } from '#ui/page-dialog.ts';
import { PageElement } from '#ui/page-element.ts';
import { followScroll } from './follow-scroll.ts';

/** The navigation bar, which becomes solid once the page is scrolled. For staff it also has the Admin menu. */
export class SiteNavigation extends PageElement {
  protected override start(signal: AbortSignal): void {
    const bar = this.querySelector('.site-nav');
    followScroll(() => bar?.classList.toggle('solid', scrollY > timing.NAV_SOLID_PX), signal);
    this.addEventListener('click', ({ target }) => this.#press(target), { signal });
    if (!hasSession()) return;
    leadToFamily();
    afterLoad(() => {
      void import('./account/staff.ts')
        .then(({ showStaffMenu }) => showStaffMenu(this))
        .catch(() => undefined);
    });
  }

  #press(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const panelName = target.closest<HTMLElement>('[data-opens]')?.dataset['opens'];
    if (panelName === 'community') dispatch('openWhatsAppModal');
    const menu = this.querySelector('page-dialog');
    if (panelName === 'menu' && menu instanceof PageDialog) menu.open();
    if (target.closest('[data-refresh]')) location.reload();
  }
}

/** Changes the sign-in links of the bar, menu and footer for a signed-in user, so that they lead to Family Base. */
function leadToFamily(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-account]')) {
    link.href = link.dataset['account'] ?? link.href;
    if (link.hasAttribute('aria-label')) link.setAttribute('aria-label', 'Family Base');
    else link.textContent = 'Family Base';
  }
}

customElements.define('site-navigation', SiteNavigation);
