import { signInPath } from '#config/paths.ts';
import { isAdding } from '#browser/adding.ts';
import { isOffline } from '#browser/online.ts';
import { PageDialog } from '#ui/page-dialog.ts';
import { hideToast, showToast } from '#ui/toast.ts';
import { findParent, type OwnChild, type Parent, readOwnFamily } from '#api/own-family.ts';
import { drawBusy } from './draw-busy.ts';
import { buyPass } from './buy.ts';
import { trackCheckout } from './events.ts';
import { messages } from './messages.ts';
import { openTab } from './tab.ts';

type Part = 'children' | 'none' | 'signIn';

/** A dialog that asks which child a pass is for and then opens the checkout (spec 2 §4 "Pass checkout helper"). */
export class PassDialog extends PageDialog {
  /** The purchase that the dialog asks about, or null. */
  #purchase: { passType: string; parent: Parent; name: string; cents: number; checkout: string } | null =
    null;
  /**
   * The number of the latest purchase. If a dialog was closed before its answer arrived, its number is older, and it
   * opens nothing.
   */
  #turn = 0;
  readonly #busy = new Set<HTMLElement>();

  protected override start(signal: AbortSignal): void {
    super.start(signal);
    this.querySelector('form')?.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        void this.#submit();
      },
      { signal },
    );
    this.dialog?.addEventListener('close', () => this.#leave(), { signal });
    signal.addEventListener('abort', () => this.#turn++);
  }

  async ask(button: HTMLAnchorElement): Promise<void> {
    if (this.#busy.has(button)) return;
    hideToast();
    this.#setBusy(button, true);
    const parent = await findParent();
    const family = parent ? await readOwnFamily(parent) : null;
    this.#setBusy(button, false);
    if (this.dialog?.open !== false) return;
    if (family && !family.ok && family.code !== 'unauthorized') {
      showToast(isOffline() ? messages.offline : messages.notRead, 'bad');
      return;
    }
    const { pass = '', name = '', checkout = '', ending = '' } = button.dataset;
    const heading = this.querySelector('h2');
    if (heading) heading.textContent = messages.heading(name);
    const end = this.querySelector('[data-ending]');
    if (end) end.textContent = ending;
    this.#signInLink('[data-other]', checkout);
    this.#signInLink('[data-visitor]', button.href);
    this.#signInLink('[data-sign-in]', signInPath(location.pathname + location.search));
    if (parent && family?.ok) {
      const { children } = family.value;
      const cents = Number(new URLSearchParams(checkout.split('?')[1]).get('price'));
      this.#purchase = { passType: pass, parent, name, cents, checkout };
      this.querySelector('[data-names]')?.replaceChildren(...choicesOf(children));
      this.#show(children.length > 0 ? 'children' : 'none');
    } else this.#show('signIn');
    this.open();
    heading?.focus();
  }

  async #submit(): Promise<void> {
    const send = this.#send;
    const childId = this.querySelector<HTMLInputElement>('form input:checked')?.value;
    if (!this.#purchase || !send || childId === undefined || this.#busy.has(send)) return;
    const { passType, parent, name, cents, checkout } = this.#purchase;
    // The parent comes from a checkout to add something to its order, which is paid once.
    if (isAdding()) {
      location.assign(forChild(checkout, childId));
      return;
    }
    const purchaseNumber = ++this.#turn;
    hideToast();
    this.#setBusy(send, true);
    const outcome = await buyPass({ passType, childId }, parent, {
      openTab,
      go: (url) => location.assign(url),
      wanted: () => purchaseNumber === this.#turn,
      began: () => trackCheckout({ pass: passType, name, cents }),
    });
    if (purchaseNumber !== this.#turn) return;
    this.#setBusy(send, false);
    if (outcome.is === 'opened') {
      this.dialog?.close();
      showToast(messages.opened, 'good');
    } else if (outcome.is === 'refused') {
      if (outcome.signIn) this.#show('signIn');
      showToast(outcome.text, 'bad');
    }
  }

  #leave(): void {
    this.#turn++;
    // Only a message inside the dialog is hidden. One over the page says that a checkout is opening.
    hideToast(this);
    if (this.#send) this.#setBusy(this.#send, false);
  }

  #setBusy(button: HTMLElement, busy: boolean): void {
    if (busy) this.#busy.add(button);
    else this.#busy.delete(button);
    drawBusy(button, busy);
  }

  get #send(): HTMLElement | null {
    return this.querySelector<HTMLElement>('form [type="submit"]');
  }

  #signInLink(links: string, href: string): void {
    for (const link of this.querySelectorAll<HTMLAnchorElement>(links)) link.href = href;
  }

  #show(view: Part): void {
    for (const section of this.querySelectorAll<HTMLElement>('[data-part]'))
      section.hidden = section.dataset['part'] !== view;
  }
}

/** Returns the address of a pass's checkout with the child for whom it is bought. */
function forChild(checkout: string, childId: string): string {
  const { pathname, searchParams } = new URL(checkout, location.origin);
  searchParams.set('child', childId);
  return `${pathname}?${searchParams.toString()}`;
}

/**
 * Returns the children to choose from. An only child is preselected. If there are several, the parent must choose,
 * because a pass for the wrong child would be noticed late.
 */
const choicesOf = (children: readonly OwnChild[]): HTMLElement[] =>
  children.map(({ id, name }) => {
    const choice = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, {
      type: 'radio',
      name: 'child',
      value: id,
      required: true,
      checked: children.length === 1,
    });
    choice.append(input, name);
    return choice;
  });

customElements.define('pass-dialog', PassDialog);
