import { storageKeys } from '#config/paths.ts';
import { PageElement } from '#ui/page-element.ts';

/** Closed, it is not told again in this browser session; the head's script hides it on the next page. */
export class SiteAnnouncement extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.querySelector('button')?.addEventListener('click', () => this.#close(), { signal });
  }

  #close(): void {
    document.documentElement.dataset['told'] = '';
    document.querySelector<HTMLElement>('site-navigation a')?.focus();
    try {
      sessionStorage.setItem(storageKeys.announcementSeen, 'true');
    } catch {
      // Blocked: it is closed on this page only.
    }
  }
}

customElements.define('site-announcement', SiteAnnouncement);
