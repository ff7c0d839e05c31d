import { NewsStopped } from '#contract/management-messages.ts';
import { callRpc } from '#api/rpc.ts';
import { keepSecret, takeSecret } from '#browser/address-secret.ts';
import { PageElement } from '#ui/page-element.ts';
import { messages } from './messages.ts';

const SECRET = 'news';

/** Unsubscribes when somebody presses the button, because mail scanners open links. */
class StopNews extends PageElement {
  protected override start(signal: AbortSignal): void {
    // The token is in the fragment, which is never sent to a server, and is removed from the address at
    // once.
    if (location.hash.length > 1) keepSecret(SECRET, location.hash.slice(1), location.pathname);
    const token = takeSecret(SECRET) ?? '';
    this.querySelector('[data-stop]')?.addEventListener('click', () => void this.#stop(token), { signal });
  }

  async #stop(token: string): Promise<void> {
    const button = this.querySelector<HTMLButtonElement>('[data-stop]');
    const failedSection = this.querySelector<HTMLElement>('[data-failed]');
    const askSection = this.querySelector<HTMLElement>('[data-ask]');
    const doneSection = this.querySelector<HTMLElement>('[data-done]');
    if (!button || !failedSection || !askSection || !doneSection || button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    failedSection.textContent = '';
    const answer = await callRpc('stop_news', { p_token: token }, NewsStopped);
    button.ariaBusy = null;
    if (!answer.ok) {
      failedSection.textContent = messages.failed;
      return;
    }
    askSection.hidden = true;
    doneSection.hidden = false;
    doneSection.focus();
  }
}

customElements.define('stop-news', StopNews);
