// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { reportCheckoutStart, purchaseConversion } from '#features/watch/conversions.ts';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';

const browser = fakeBrowser();
async function waitForCalls(times = 1) {
  await vi.waitFor(() => expect(browser.api.named('meta-conversions-api')).toHaveLength(times));
  return browser.api.named('meta-conversions-api').map(({ body }) => body);
}
let cookies = '';

beforeEach(() => {
  cookies = '';
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => cookies);
  vi.spyOn(document, 'cookie', 'set').mockImplementation((one) => {
    const [pair = ''] = one.split(';');
    cookies = cookies ? `${cookies}; ${pair}` : pair;
  });
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  browser.api.on('meta-conversions-api', { body: { queued: true } });
  browser.storage.setItem(storageKeys.consent, '{"analytics":false,"ads":true}');
});

it.each([
  ['spark', 547],
  ['ignite', 990],
  ['epic', 990],
])('the event of a %s camp has the value of %i dollars', async (packageType, value) => {
  reportCheckoutStart({ packageType, campName: 'A camp', amount: 1, currency: 'SGD' });
  expect((await waitForCalls())[0]).toMatchObject({
    consent: true,
    event_name: 'InitiateCheckout',
    custom_data: { value, currency: 'SGD', content_name: 'A camp', page_path: location.pathname },
  });
});

it('the event of a pass has its price', async () => {
  reportCheckoutStart({ passId: 'pass-flexi', passName: 'Flexi', amount: 167, currency: 'SGD' });
  expect((await waitForCalls())[0]).toMatchObject({ custom_data: { value: 167, content_name: 'Flexi' } });
});

it('the id of an event consists of kind and time, and the service’s cookies are sent and created only once', async () => {
  cookies = '_fbc=fb.1.1700000000000.click';
  reportCheckoutStart({ amount: 1 });
  reportCheckoutStart({ amount: 1 });
  const [first, second] = await waitForCalls(2);
  expect(first?.['event_id']).toMatch(/^InitiateCheckout\.\d{13}\.\d+$/);
  expect(first?.['event_id']).not.toBe(second?.['event_id']);
  expect(first?.['fbc']).toBe('fb.1.1700000000000.click');
  expect(first?.['fbp']).toMatch(/^fb\.1\.\d{13}\.\d+$/);
  expect(second?.['fbp']).toBe(first?.['fbp']);
});

it('a payment has its own id, under which the server reports it', () => {
  expect(purchaseConversion()).toMatchObject({
    consent: true,
    event_source_url: location.origin + location.pathname,
  });
  expect(purchaseConversion().event_id).toMatch(/^Purchase\.\d{13}\.\d+$/);
  expect(purchaseConversion().event_id).not.toBe(purchaseConversion().event_id);
});
