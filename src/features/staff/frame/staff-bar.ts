import { PageElement } from '#ui/page-element.ts';

/** This script runs before the screen does, so the search is loaded separately. */
class StaffBar extends PageElement {
  protected override start(signal: AbortSignal): void {
    void import('./show-roles.ts').then(({ showRoles }) => showRoles(this, signal)).catch(() => undefined);
    this.addEventListener(
      'click',
      ({ target }) => target instanceof Element && target.closest('[data-search]') && search(),
      { signal },
    );
    document.addEventListener(
      'keydown',
      (event) => {
        if (
          event.key.toLowerCase() !== 'k' ||
          !(event.metaKey || event.ctrlKey) ||
          event.altKey ||
          event.shiftKey
        )
          return;
        event.preventDefault();
        search();
      },
      { signal },
    );
  }
}

/** Opens the search, which needs a network. Marketers have no search, because they may not see families or orders. */
function search(): void {
  if (document.documentElement.dataset['staff'] === 'marketer') return;
  void import('./search/open-search.tsx').then(({ openSearch }) => openSearch()).catch(() => undefined);
}

customElements.define('staff-bar', StaffBar);
