// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import '#features/forms/lazy-form.ts';
import { find, showPage } from '#support/unit/page.ts';

const script = '#features/forms/enquiry-form.ts';
const sent = vi.fn();
const startEnquiry = vi.fn<(form: HTMLFormElement) => void>();
const provideScript = () => vi.doMock(script, () => ({ startEnquiry }));

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  provideScript();
  sent.mockReset();
  startEnquiry.mockReset().mockImplementation((form) =>
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sent();
    }),
  );
});
afterEach(() => document.body.replaceChildren());

const page = () =>
  showPage(
    `<lazy-form><form data-draft="${storageKeys.enquiry}"><input name="name"><p data-load-failed hidden></p><button>Send</button></form></lazy-form>`,
  );
const touch = () => find('input').dispatchEvent(new Event('focusin', { bubbles: true }));
const send = () => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

it('loads its script once, when the form is first focused', async () => {
  page();
  await vi.dynamicImportSettled();
  expect(startEnquiry).not.toHaveBeenCalled();
  touch();
  await vi.waitFor(() => expect(startEnquiry).toHaveBeenCalledOnce());
  touch();
  expect(send()).toBe(false);
  expect([sent.mock.calls.length, startEnquiry.mock.calls.length]).toEqual([1, 1]);
});

it('loads its script at once if there is a draft', async () => {
  localStorage.setItem(storageKeys.enquiry, '{}');
  page();
  await vi.waitFor(() => expect(startEnquiry).toHaveBeenCalledOnce());
});

it('sends a form that was submitted before the script had loaded', async () => {
  page();
  expect(send()).toBe(false);
  expect(sent).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

it('says if the script cannot be loaded, and retries at the next submit', async () => {
  vi.doMock(script, () => Promise.reject(new Error('No network')));
  page();
  send();
  await vi.waitFor(() => expect(find('[data-load-failed]').hidden).toBe(false));
  provideScript();
  vi.resetModules();
  send();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
});
