// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#features/quiz/quiz-dialog.ts';
import { failedMessages } from '#ui/failed/messages.ts';
import { find, showPage } from '#support/unit/page.ts';

const steps = '#features/quiz/quiz-steps.ts';

beforeEach(() => {
  vi.resetModules();
  vi.doMock(steps, () => ({}));
  showPage(`<button data-open="quiz"><b>Which level?</b></button><button id="other"></button>
    <quiz-dialog><dialog><p>Question</p><button data-closes></button></dialog></quiz-dialog>`);
});
afterEach(() => document.body.replaceChildren());
const isOpen = () => find('dialog').hasAttribute('open');

it('the quiz opens for its own button only', async () => {
  find('#other').click();
  await vi.dynamicImportSettled();
  expect(isOpen()).toBe(false);
  find('b').click();
  await vi.waitFor(() => expect(isOpen()).toBe(true));
  find('[data-closes]').click();
  expect([isOpen(), find('dialog').textContent]).toEqual([false, 'Question']);
});

it('the page says if the quiz cannot be loaded', async () => {
  vi.doMock(steps, () => Promise.reject(new Error('No network')));
  find('b').click();
  await vi.waitFor(() => expect(isOpen()).toBe(true));
  expect(find('dialog').textContent).toContain(failedMessages.load);
});

it('the dialog stops responding after it is removed from the page', async () => {
  const dialog = find('quiz-dialog');
  dialog.remove();
  find('b').click();
  await vi.dynamicImportSettled();
  expect(dialog.querySelector('dialog')?.hasAttribute('open')).toBe(false);
});
