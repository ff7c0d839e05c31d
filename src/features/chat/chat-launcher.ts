import { offerPaths } from '#api/offer-paths.ts';
import { env } from '#config/env.ts';
import { paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { hasInteracted, mayInterrupt } from '#browser/interruption.ts';
import { liesOnChoice } from '#browser/keep-clear.ts';
import { overlay } from '#browser/overlay.ts';
import { prefetch } from '#browser/prefetch.ts';
import { dispatch } from '#browser/window-events.ts';
import { PageElement } from '#ui/page-element.ts';

/**
 * The chat button, which pulses at first and shows its teaser once. If there is no chat, it opens the chooser (spec 1
 * §2).
 */
export class ChatLauncher extends PageElement {
  protected override start(signal: AbortSignal): void {
    document.body.toggleAttribute('data-chat', true);
    signal.addEventListener('abort', () => document.body.removeAttribute('data-chat'));
    const button = this.querySelector('button');
    const teaser = this.querySelector<HTMLElement>('[data-teaser]');
    const endTeaser = () => teaser?.remove();
    const runLater = (callback: () => void, delay: number) => {
      const timer = setTimeout(callback, delay);
      signal.addEventListener('abort', () => clearTimeout(timer));
    };
    // Loading starts before the tap ends.
    button?.addEventListener('pointerdown', prepareAssistant, { signal });
    button?.addEventListener(
      'click',
      () => {
        prepareAssistant();
        endTeaser();
        dispatch('openWelcomeModal');
      },
      { signal },
    );
    this.#stepAside(signal);
    runLater(() => button?.classList.remove('pulsing'), timing.LAUNCHER_PULSE_MS);
    const showTeaser = () => {
      if (!teaser?.isConnected || hasInteracted()) return;
      if (!overlay.isFree() || !mayInterrupt()) {
        runLater(showTeaser, timing.POPUP_TURN_CHECK_MS);
        return;
      }
      teaser.hidden = false;
      runLater(endTeaser, timing.TEASER_SHOWN_MS);
    };
    runLater(showTeaser, timing.TEASER_DELAY_MS);
  }

  /** Moves the button aside from cards, because it would cover the spots and prices at their side. */
  #stepAside(signal: AbortSignal): void {
    const moveAside = () => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-steps-aside]'))
        element.classList.toggle('aside', covers(element));
    };
    addEventListener('scroll', moveAside, { passive: true, signal });
    // If a list appears or disappears, the page's height changes. The observer also calls once at the start.
    const watch = new ResizeObserver(moveAside);
    watch.observe(document.body);
    // Nothing below an open dialog can be found, so the button is checked again when the dialog closes. A bar at the
    // bottom moves the button up and down.
    const changes = new MutationObserver(moveAside);
    changes.observe(document.body, { subtree: true, attributeFilter: ['open', 'data-on'] });
    this.addEventListener('transitionend', moveAside, { signal });
    signal.addEventListener('abort', () => {
      watch.disconnect();
      changes.disconnect();
    });
  }
}

/**
 * The time in milliseconds after a tap during which a second call is ignored. A tap calls `prepareAssistant` on
 * `pointerdown` and on `click`.
 */
const PRESS_MS = 1_000;
let preparedAt = -PRESS_MS;
let isPrefetched = false;

/**
 * Loads script, content and live data at the same time. One after another, they would take two seconds on a slow
 * phone.
 */
function prepareAssistant(): void {
  if (performance.now() - preparedAt < PRESS_MS) return;
  preparedAt = performance.now();
  dispatch('askAssistant');
  if (!isPrefetched) prefetchFresh(paths.assistant, {});
  isPrefetched = true;
  const { PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY } = env();
  for (const path of offerPaths()) prefetchFresh(PUBLIC_SUPABASE_URL + path, { apikey: PUBLIC_SUPABASE_KEY });
}

/** The time in milliseconds after which a prefetched answer is too old for the assistant. */
const FRESH_MS = 10_000;

function prefetchFresh(url: string, headers: Record<string, string>): void {
  const answer = prefetch(url, url, { headers });
  setTimeout(() => {
    const answers = window.prefetched;
    if (answers?.[url] === answer) answers[url] = undefined;
  }, FRESH_MS);
}

const covers = (element: HTMLElement) =>
  liesOnChoice({ ...positionInPage(element), width: element.offsetWidth, height: element.offsetHeight });

function positionInPage(element: HTMLElement): { x: number; y: number } {
  const parent =
    element.offsetParent instanceof HTMLElement ? positionInPage(element.offsetParent) : { x: 0, y: 0 };
  return { x: parent.x + element.offsetLeft, y: parent.y + element.offsetTop };
}

customElements.define('chat-launcher', ChatLauncher);
