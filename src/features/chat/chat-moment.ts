import * as timing from '#config/timing.ts';
import { isCrawler } from '#browser/crawler.ts';
// Notes from the page's start whether something was begun: the button that comes later asks it.
import '#browser/interruption.ts';
import { onRaised, raise } from '#browser/window-events.ts';
import { PageElement } from '#ui/page-element.ts';

/** Waits for the moment of the chat button, and hears the events that open it (spec 1 §2). */
export class ChatMoment extends PageElement {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasCome = false;

  protected override start(signal: AbortSignal): void {
    // The conversation stands in the chooser; it comes with the first touch, not before (decisions "The assistant").
    onRaised('openChatbot', () => raise('forceChatOpen'), signal);
    onRaised('forceChatOpen', () => raise('openWelcomeModal'), signal);
    for (const name of ['openWelcomeModal', 'askAssistant'] as const) onRaised(name, bring, signal);
    if (isCrawler(navigator.userAgent)) return;
    this.#timer = setTimeout(() => this.#come(), timing.LAUNCHER_DELAY_MS);
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    addEventListener(
      'scroll',
      () => {
        if (scrollY > innerHeight * timing.LAUNCHER_VIEWPORTS) this.#come();
      },
      { passive: true, signal },
    );
  }

  #come(): void {
    if (this.#hasCome) return;
    this.#hasCome = true;
    clearTimeout(this.#timer);
    // Without its words there is no button; the footer leads to the same place.
    void import('./show-launcher.ts').then(({ showLauncher }) => showLauncher()).catch(() => undefined);
  }
}

const bring = () =>
  void import('./assistant/ask-assistant.tsx').catch(() =>
    document.querySelector('.ask-late')?.removeAttribute('hidden'),
  );

customElements.define('chat-moment', ChatMoment);
