import { PageElement } from '../../ui/page-element.ts';

/** Admin in the bar: closed by Escape, and by going elsewhere. */
export class StaffMenu extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.addEventListener('focusout', ({ relatedTarget }) => this.#leaveFor(relatedTarget), { signal });
    // A click on what takes no focus leaves it too.
    document.addEventListener('click', ({ target }) => this.#leaveFor(target), { signal });
    this.addEventListener(
      'keydown',
      ({ key }) => {
        const menu = this.querySelector('details');
        if (key !== 'Escape' || !menu?.open) return;
        menu.open = false;
        menu.querySelector('summary')?.focus();
      },
      { signal },
    );
  }

  #leaveFor(target: EventTarget | null): void {
    const menu = this.querySelector('details');
    if (menu && !(target instanceof Node && this.contains(target))) menu.open = false;
  }
}

customElements.define('staff-menu', StaffMenu);
