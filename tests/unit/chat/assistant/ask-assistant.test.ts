// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { find, showPage } from '#support/unit/page.ts';

const prefetchLiveData = vi.hoisted(() => vi.fn<() => void>());
vi.mock('#features/chat/assistant/live-data.ts', () => ({
  prefetchLiveData,
  fetchLiveData: () => Promise.resolve(null),
}));
beforeEach(() => prefetchLiveData.mockClear());

test('replaces its button without losing a tap before or in between', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(null))),
  );
  showPage(
    '<dialog class="with-assistant"><ask-assistant data-heading="Ask the Otter" data-disclosure="A program."><button data-asks></button></ask-assistant></dialog>',
  );
  await import('#features/chat/assistant/ask-assistant.tsx');
  const untouched = find('ask-assistant');
  expect(untouched.querySelector('[data-asks]')).toBeNull();
  expect(untouched.querySelector('input')).not.toBeNull();
  expect(find('dialog').className).toBe('with-assistant');

  showPage(
    '<dialog class="with-assistant"><ask-assistant data-wanted><button data-asks></button></ask-assistant></dialog>',
  );
  await vi.waitFor(() => expect(find('dialog').classList.contains('asking')).toBe(true));
  expect(document.activeElement?.tagName).toBe('INPUT');
});

test('opens the conversation when its field is tapped, not when it is only focused', async () => {
  showPage(
    '<dialog class="with-assistant"><ask-assistant><button data-asks></button></ask-assistant></dialog>',
  );
  find('input').focus();
  expect(prefetchLiveData).not.toHaveBeenCalled();
  expect(find('dialog').classList.contains('asking')).toBe(false);
  find('input').click();
  expect(prefetchLiveData).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(find('dialog').classList.contains('asking')).toBe(true));
});
