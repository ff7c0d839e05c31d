import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buyPass, type Outcome } from '#features/passes/buy.ts';
import { onRaised } from '#browser/window-events.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
const parent = { userId: uuid(1), email: 'parent@example.test', token: 'token' };
const request = { passType: 'pass-flexi', childId: uuid(2) };
const url = 'https://pay.example.test/c/1';
const eligible = { isEligible: true, requiresAuth: false, reason: null };

/** Events of the new tab and calls of the API, in their order. */
let steps: string[];
let isBlocked: boolean;
let isShut: boolean;
const go = vi.fn<(url: string) => void>();

beforeEach(() => {
  [steps, isBlocked, isShut] = [[], false, false];
  go.mockReset();
  vi.stubGlobal('location', { origin: 'https://site.test' });
  answer({ body: eligible }, { body: { url } });
});

type Reply = Parameters<typeof browser.api.on>[1];
function answer(validate: Reply, create: Reply = { body: { url } }): void {
  const answerAndNote = (name: string, reply: Reply): void => {
    browser.api.on(name, (call) => {
      steps.push(name);
      return typeof reply === 'function' ? reply(call) : reply;
    });
  };
  answerAndNote('validate-pass-eligibility', validate);
  answerAndNote('create-pass-checkout', create);
}

const buy = (isWanted = () => true): Promise<Outcome> =>
  buyPass(request, parent, {
    go,
    wanted: isWanted,
    began: () => void steps.push('began'),
    openTab: () => {
      steps.push('tab');
      return isBlocked
        ? null
        : { show: (to) => !isShut && steps.push(`show ${to}`) > 0, close: () => void steps.push('close') };
    },
  });
const refusalOf = (text: string, signIn = false) => ({ is: 'refused', text, signIn });

describe('the pass checkout helper', () => {
  test('opens a tab at the click, validates, creates the checkout, and shows it in the tab', async () => {
    expect(await buy()).toEqual({ is: 'opened' });
    expect(steps).toEqual([
      'tab',
      'validate-pass-eligibility',
      'create-pass-checkout',
      'began',
      `show ${url}`,
    ]);
    const [validate, create] = browser.api.calls;
    expect(validate?.body).toEqual({ userEmail: parent.email, isAuthenticated: true, ...request });
    expect(create?.body).toEqual(request);
    for (const call of [validate, create])
      expect(call?.headers).toMatchObject({ authorization: 'Bearer token' });
  });

  test('does not report the start of our own checkout, which reports itself', async () => {
    const ownUrl = 'https://site.test/checkout/flexi?offer=pass-flexi';
    answer({ body: eligible }, { body: { url: ownUrl } });
    expect(await buy()).toEqual({ is: 'opened' });
    expect(steps).not.toContain('began');
    expect(steps).toContain(`show ${ownUrl}`);
  });

  test('passes on the conversion data if the parent consented', async () => {
    const conversion = { consent: true, event_id: 'Purchase.1764000000000.5' } as const;
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
    onRaised('conversion-requested', (request) => {
      if (request) request.conversion = Promise.resolve(conversion);
    });
    expect(await buy()).toEqual({ is: 'opened' });
    expect(browser.api.named('create-pass-checkout')[0]?.body).toEqual({ ...request, conversion });
  });

  test.each<[string, Reply]>([
    ['refused', { status: 404, body: { code: 'offer_not_available', field: 'p_pass_type' } }],
    ['broken', { status: 500, body: {} }],
    ['of another shape', { body: { eligible: true } }],
    ['unreachable', 'network failure'],
  ])('treats an eligibility call that is %s as not eligible', async (_, reply) => {
    answer(reply);
    expect(await buy()).toEqual(refusalOf('Failed to validate eligibility'));
    expect(steps).toEqual(['tab', 'validate-pass-eligibility', 'close']);
  });

  test('shows the server’s reason if the child is not eligible, or says that the child has the pass', async () => {
    answer({ body: { ...eligible, isEligible: false, reason: 'This pass is for ages 5 to 12' } });
    expect(await buy()).toEqual(refusalOf('This pass is for ages 5 to 12'));
    answer({ body: { ...eligible, isEligible: false } });
    expect(await buy()).toEqual(refusalOf('You already have this pass type'));
    expect(steps).not.toContain('create-pass-checkout');
    expect(steps.filter((step) => step === 'close')).toHaveLength(2);
  });

  test('leads to sign-in if the session has expired at either call', async () => {
    const reason = 'Please sign in to buy this pass';
    answer({ body: { isEligible: false, requiresAuth: true, reason } });
    expect(await buy()).toEqual(refusalOf(reason, true));
    answer({ body: eligible }, { status: 401, body: { code: 'unauthorized' } });
    expect(await buy()).toMatchObject({ is: 'refused', signIn: true });
    answer({ status: 401, body: {} });
    expect(await buy()).toEqual(refusalOf('Failed to validate eligibility', true));
  });

  test.each<[string, Reply, string]>([
    ['fails', { status: 500, body: {} }, 'Failed to create checkout session'],
    ['cannot be reached', 'network failure', 'Failed to create checkout session'],
    [
      'is refused for this child',
      { status: 409, body: { code: 'not_allowed' } },
      'You already have this pass type',
    ],
    [
      'has no payment page',
      { status: 503, body: { code: 'payment_unavailable' } },
      'The payment page is not responding. Please try again.',
    ],
    ['is refused after too many attempts', refusal('rate_limited', 429), 'Please try again in a moment.'],
  ])('says that the checkout %s, and closes the tab', async (_, reply, text) => {
    answer({ body: eligible }, reply);
    expect(await buy()).toEqual(refusalOf(text));
    expect(steps.at(-1)).toBe('close');
  });

  test.each([{}, { url: null }, { url: '' }, { url: 'javascript:alert(1)' }])(
    'refuses an answer without a web address: %o',
    async (body) => {
      answer({ body: eligible }, { body });
      expect(await buy()).toEqual(refusalOf('No checkout URL received'));
      expect(steps.at(-1)).toBe('close');
      expect(go).not.toHaveBeenCalled();
    },
  );

  test('opens the checkout in this tab if the new one is blocked or closed', async () => {
    isBlocked = true;
    expect(await buy()).toEqual({ is: 'here' });
    [isBlocked, isShut] = [false, true];
    expect(await buy()).toEqual({ is: 'here' });
    expect(go.mock.calls).toEqual([[url], [url]]);
  });

  test('opens and creates nothing if the dialog was closed in between', async () => {
    expect(await buy(() => false)).toEqual({ is: 'left' });
    expect(steps).toEqual(['tab', 'validate-pass-eligibility', 'close']);
    const isWanted = vi.fn().mockReturnValueOnce(true).mockReturnValue(false);
    expect(await buy(isWanted)).toEqual({ is: 'left' });
    expect(steps.at(-1)).toBe('close');
  });
});
