import { PageElement } from '#ui/page-element.ts';

/**
 * The packages of the page. Pressing "Ask for a Skate Party", for example, also answers the form's question about the
 * party.
 */
export class PartyPackages extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.addEventListener('click', ({ target }) => this.#press(target), { signal });
  }

  #press(target: EventTarget | null): void {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-party]') : null;
    const party = link?.dataset['party'];
    if (party === undefined) return;
    const choice = [...document.querySelectorAll<HTMLInputElement>('[data-form] input')].find(
      ({ value }) => value === party,
    );
    if (!choice || choice.checked) return;
    choice.checked = true;
    choice.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

customElements.define('party-packages', PartyPackages);
