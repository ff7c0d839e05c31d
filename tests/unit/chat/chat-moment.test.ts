// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as timing from '#config/timing.ts';
import { onRaised, dispatch } from '#browser/window-events.ts';
import '#features/chat/chat-moment.ts';
import { find, showPage } from '#support/unit/page.ts';

const showLauncher = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('#features/chat/show-launcher.ts', () => ({ showLauncher }));
vi.mock('#features/chat/assistant/ask-assistant.tsx', () => ({}));

beforeEach(() => {
  vi.useFakeTimers();
  showLauncher.mockReset().mockResolvedValue();
  vi.stubGlobal('innerHeight', 1000);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const page = () => showPage('<chat-moment></chat-moment>');
const wait = () => vi.advanceTimersByTimeAsync(timing.LAUNCHER_DELAY_MS);
const scrollTo = async (top: number) => {
  vi.stubGlobal('scrollY', top);
  dispatchEvent(new Event('scroll'));
  await vi.dynamicImportSettled();
};

it('shows the button after a delay', async () => {
  page();
  await vi.advanceTimersByTimeAsync(timing.LAUNCHER_DELAY_MS - 1);
  expect(showLauncher).not.toHaveBeenCalled();
  await wait();
  expect(showLauncher).toHaveBeenCalledOnce();
});

it('shows the button earlier if the visitor scrolls, only once', async () => {
  page();
  await scrollTo(1000 * timing.LAUNCHER_VIEWPORTS);
  expect(showLauncher).not.toHaveBeenCalled();
  await scrollTo(1000 * timing.LAUNCHER_VIEWPORTS + 1);
  await scrollTo(5000);
  await wait();
  expect(showLauncher).toHaveBeenCalledOnce();
});

it('shows no button to a crawler, but the chooser still opens', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Googlebot/2.1' });
  const open = vi.fn();
  const end = new AbortController();
  onRaised('openWelcomeModal', open, end.signal);
  page();
  dispatch('openChatbot');
  await scrollTo(5000);
  await wait();
  end.abort();
  expect([open.mock.calls.length, showLauncher.mock.calls.length]).toEqual([1, 0]);
});

it('stops waiting and listening after it is removed from the page', async () => {
  const open = vi.fn();
  const end = new AbortController();
  onRaised('openWelcomeModal', open, end.signal);
  page();
  find('chat-moment').remove();
  dispatch('openChatbot');
  await scrollTo(5000);
  await wait();
  end.abort();
  expect([open.mock.calls.length, showLauncher.mock.calls.length]).toEqual([0, 0]);
});

it('a tap before the button is shown counts as started', async () => {
  showPage('<main><button>Pay</button></main><chat-moment></chat-moment>');
  find('button').click();
  // Only a module that was already loaded at the tap knows about it.
  const { hasInteracted } = await import('#browser/interruption.ts');
  expect(hasInteracted()).toBe(true);
});
