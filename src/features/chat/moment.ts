import { timing } from '../../config/timing.ts';
import { isCrawler } from '../../browser/crawler.ts';
import { onRaised, raise } from '../../browser/window-events.ts';

/** When the chat button appears, and the events that open it (spec 1 §2). Until there is a chat, it is the chooser. */
onRaised('openChatbot', () => raise('forceChatOpen'));
onRaised('forceChatOpen', () => raise('openWelcomeModal'));

const controller = new AbortController();

function appear(): void {
  if (controller.signal.aborted) return;
  controller.abort();
  clearTimeout(timer);
  // Without its words there is no button; the footer leads to the same place.
  void import('./show-launcher.ts').then(({ showLauncher }) => showLauncher()).catch(() => undefined);
}

const waits = !isCrawler(navigator.userAgent);
const timer = waits ? setTimeout(appear, timing.LAUNCHER_DELAY_MS) : undefined;
if (waits)
  addEventListener(
    'scroll',
    () => {
      if (scrollY > innerHeight * timing.LAUNCHER_VIEWPORTS) appear();
    },
    { passive: true, signal: controller.signal },
  );
