/** The checks of the waitlist's form are in a separate file, and the network may be lost before it arrives. */
import { expect, it, vi } from 'vitest';
import { createJoinForm } from '#features/waitlist/form.ts';
import { errorText } from '#features/waitlist/messages.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';

vi.mock('#features/waitlist/check.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
const browser = fakeBrowser();
const place = {
  kind: 'session' as const,
  id: uuid(101),
  what: 'Team Red',
  when: 'Sat 28 Nov',
  where: 'Somerset',
  spotsLeft: 0,
  offers: [],
};

it('the form says that the check is not loaded, sends nothing, and keeps what was typed', async () => {
  const form = createJoinForm(place, () => undefined);
  form.type('name', 'Aisha');
  vi.stubGlobal('navigator', { onLine: false });
  await form.submit();
  expect(form.$outcome.get()).toEqual({ text: await errorText('unexpected'), bookable: false });
  expect(form.$outcome.get()?.text).toMatch(/^You’re offline\./);
  expect(form.$busy.get()).toBe(false);
  expect(form.$values.get().name).toBe('Aisha');
  expect(browser.api.calls).toEqual([]);
});
