import * as timing from '#config/timing.ts';
import { isCrawler } from '#browser/crawler.ts';
// This module is imported early to record whether the visitor has begun something. The button checks that later.
import '#browser/interruption.ts';
import { onRaised, dispatch } from '#browser/window-events.ts';
import { PageElement } from '#ui/page-element.ts';

/** Decides when the chat button appears, and listens for the events that open it (spec 1 §2). */
export class ChatMoment extends PageElement {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isShown = false;

  protected override start(signal: AbortSignal): void {
    // The chooser contains the conversation, which loads with the first touch (decisions "The
    // assistant").
    onRaised('openChatbot', () => dispatch('forceChatOpen'), signal);
    onRaised('forceChatOpen', () => dispatch('openWelcomeModal'), signal);
    for (const name of ['openWelcomeModal', 'askAssistant'] as const) onRaised(name, loadAssistant, signal);
    if (isCrawler(navigator.userAgent)) return;
    this.#timer = setTimeout(() => this.#showButton(), timing.LAUNCHER_DELAY_MS);
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    addEventListener(
      'scroll',
      () => {
        if (scrollY > innerHeight * timing.LAUNCHER_VIEWPORTS) this.#showButton();
      },
      { passive: true, signal },
    );
  }

  #showButton(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    clearTimeout(this.#timer);
    // If the texts cannot be loaded there is no button. The footer links to the same chooser.
    void import('./show-launcher.ts').then(({ showLauncher }) => showLauncher()).catch(() => undefined);
  }
}

const loadAssistant = () =>
  void import('./assistant/ask-assistant.tsx').catch(() =>
    document.querySelector('.ask-late')?.removeAttribute('hidden'),
  );

customElements.define('chat-moment', ChatMoment);
