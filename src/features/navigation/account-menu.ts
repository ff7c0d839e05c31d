import { $session, refreshSession, type Session } from '../../browser/session.ts';
import { paths } from '../../config/paths.ts';
import { PageElement } from '../../ui/page-element.ts';
import { closeWhenLeft } from './close-when-left.ts';

/** The account in the bar: name, the ways of an account, and out. */
export class AccountMenu extends PageElement {
  protected override start(signal: AbortSignal): void {
    closeWhenLeft(this, signal);
    const stop = $session.listen((session) => this.#show(session));
    signal.addEventListener('abort', stop);
    this.#show(refreshSession());
    this.querySelector('[data-sign-out]')?.addEventListener('click', () => void this.#leave(), { signal });
  }

  #show(session: Session): void {
    // Who was lost stays named: the screen stays too, until they are back.
    if (session.state !== 'signed_in') return;
    const { name, email } = session;
    this.querySelector('summary')?.setAttribute('aria-label', `Account of ${name}`);
    for (const [key, text] of [
      ['name', name],
      ['email', email === name ? '' : email],
    ] as const) {
      const place = this.querySelector(`[data-${key}]`);
      if (place) place.textContent = text;
    }
  }

  async #leave(): Promise<void> {
    const button = this.querySelector('[data-sign-out]');
    button?.setAttribute('aria-busy', 'true');
    const { signOut } = await import('../../api/sign-out.ts');
    await signOut('local');
    location.assign(paths.home);
  }
}

customElements.define('account-menu', AccountMenu);
