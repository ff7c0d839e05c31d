// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#features/proof/proof-moment.ts';
import { find, showPage } from '#support/unit/page.ts';

const startToasts = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('#features/proof/toasts.ts', () => ({ startToasts }));

beforeEach(() => {
  startToasts.mockReset().mockResolvedValue();
  vi.stubGlobal('innerHeight', 1000);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const scrollTo = async (top: number) => {
  vi.stubGlobal('scrollY', top);
  dispatchEvent(new Event('scroll'));
  await vi.dynamicImportSettled();
};
const page = () => showPage('<proof-moment></proof-moment>');

it('the toasts start once, below 80% of the window', async () => {
  page();
  await scrollTo(800);
  expect(startToasts).not.toHaveBeenCalled();
  await scrollTo(801);
  await scrollTo(900);
  expect(startToasts).toHaveBeenCalledOnce();
});

it('the toasts do not start for a crawler', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Googlebot/2.1' });
  page();
  await scrollTo(900);
  expect(startToasts).not.toHaveBeenCalled();
});

it('the toasts stop waiting after they are removed from the page', async () => {
  page();
  find('proof-moment').remove();
  await scrollTo(900);
  expect(startToasts).not.toHaveBeenCalled();
});
