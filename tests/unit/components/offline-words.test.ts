import { describe, expect, it, vi } from 'vitest';
import { createAuth } from '#features/auth/store.ts';
import { goToCheckout } from '#api/camp-checkout.ts';
import { failureMessage } from '#features/forms/messages.ts';
import { linkFaultMessage, errorText as manageWords } from '#features/after-sale/messages.ts';
import { addOfflineReason, notCreatedMessage } from '#features/passes/messages.ts';
import { errorText as waitMessages } from '#features/waitlist/messages.ts';
import { reserveMessages } from '#features/waitlist/reserve/messages.ts';
import { describeBlocked } from '#ui/camps/messages.ts';
import { camp, tier } from '../camps/examples.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({ signInWithPassword: vi.fn() }));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));
const browser = fakeBrowser();

const signIn = async () => {
  auth.signInWithPassword.mockResolvedValue({ error: { message: 'Failed to fetch', status: 0 } });
  const account = createAuth({ email: 'mei@example.test' });
  await account.enter('secret');
  return account.$problem.get()?.text;
};
const toCheckout = async () => {
  browser.api.on('camps', 'network failure');
  const blocked = await goToCheckout(camp(), tier());
  return blocked && describeBlocked(blocked, tier());
};

/** The message of each feature for a failed call, with and without a network. */
const places: [
  where: string,
  say: () => string | undefined | null | Promise<string | undefined | null>,
  online: string,
][] = [
  ['Reserve Your Spot', () => reserveMessages.failure(null), 'Failed to reserve spot: Unknown error'],
  ['the waitlist', () => waitMessages('unexpected'), 'Your request did not reach us.'],
  ['a form', () => failureMessage('unexpected'), 'Your answers did not reach us.'],
  ['a booking', () => manageWords('unexpected'), 'Something went wrong on our side.'],
  ['a new link', () => linkFaultMessage('failed'), 'Your request did not reach us.'],
  ['a pass', () => notCreatedMessage('unexpected'), 'Failed to create checkout session'],
  ['eligibility', () => addOfflineReason('Failed to validate eligibility'), 'Failed to validate eligibility'],
  ['a camp', toCheckout, 'Failed to navigate to checkout.'],
  ['signing in', signIn, 'An unexpected error occurred.'],
];

describe.each(places)('the error of %s', (_, say, online) => {
  it('says so if the browser is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(await say()).toMatch(/You’re offline\..*when you are back online\.$/);
  });

  it('does not blame the network if there is one', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    expect(await say()).toContain(online);
    expect(await say()).not.toContain('offline');
  });
});

it('a refusal of the server has its own message, online or not', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await waitMessages('rate_limited')).not.toContain('offline');
  expect(linkFaultMessage('number')).toContain('order number');
});
