import { markShown } from '#browser/shown-marks.ts';
import { storageKeys } from '#config/paths.ts';
import { PageElement } from '#ui/page-element.ts';

/** The announcement. Once it is closed, the script in the head hides it on later pages of this session. */
export class SiteAnnouncement extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.querySelector('button')?.addEventListener('click', () => this.#close(), { signal });
  }

  #close(): void {
    document.documentElement.dataset['announcementClosed'] = '';
    document.querySelector<HTMLElement>('site-navigation a')?.focus();
    // If storage is blocked, the announcement is closed on this page only.
    markShown('session', storageKeys.announcementSeen);
  }
}

customElements.define('site-announcement', SiteAnnouncement);
