// @vitest-environment happy-dom
/** Staff record what a family requests under data protection, on the family's page. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createPrivacyRequests } from '#features/staff/families/privacy-requests.ts';
import { requestMessages } from '#features/staff/families/privacy-request-messages.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
beforeEach(() => storeSession({ id: uuid(1) }));

test('deleting says what is outstanding first, and asks again before it is given up', async () => {
  const store = createPrivacyRequests(uuid(7));
  browser.api.on('erase_family', refusal('family_outstanding', 409));
  await store.erase(false);
  expect(store.$isOwed.get()).toBe(true);
  expect(store.$erased.get()).toBeNull();
  expect(store.$outcome.get()?.text).toBe(requestMessages.refusals.family_outstanding);
  browser.api.on('erase_family', {
    body: { erased: true, orders_retained: 2, same_contact: [uuid(8)] },
  });
  await store.erase(true);
  expect(store.$erased.get()).toEqual({ orders: 2, others: [uuid(8)] });
  expect(browser.api.named('erase_family').map(({ body }) => body)).toEqual(
    [false, true].map((p_accept_loss) => ({ p_family_id: uuid(7), p_accept_loss })),
  );
});

test('a copy is downloaded as a file, and staff with an old sign-in are sent to sign in again', async () => {
  const save = vi.fn();
  const store = createPrivacyRequests(uuid(7), { save });
  browser.api.on('export_family', refusal('sign_in_again', 403));
  await store.saveCopy();
  expect(store.$needsSignIn.get()).toBe(true);
  expect(save).not.toHaveBeenCalled();
  browser.api.on('export_family', { body: { children: [] } });
  await store.saveCopy();
  expect(save).toHaveBeenCalledWith(
    expect.stringMatching(/^family-copy-.*\.json$/),
    '{\n  "children": []\n}',
    'application/json',
  );
});
