/** Tests the second factor by text message: setting it up, and using it at a sign-in. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createChallenge } from '#features/auth/factor/challenge.ts';
import { createTextSetup } from '#features/auth/factor/text-setup.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const mfa = vi.hoisted(() => ({
  listFactors: vi.fn(),
  enroll: vi.fn(),
  challenge: vi.fn(),
  verify: vi.fn(),
  challengeAndVerify: vi.fn(),
  unenroll: vi.fn(),
}));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth: { mfa } }) }));
fakeBrowser();

const factor = (id: string, factor_type: string, status = 'verified', friendly_name = id) => ({
  id,
  status,
  friendly_name,
  factor_type,
  created_at: '2026-11-20T16:30:00Z',
});
const wrong = { message: 'Invalid MFA Phone code entered', code: 'mfa_verification_failed', status: 422 };

beforeEach(() => {
  for (const method of Object.values(mfa)) method.mockReset().mockResolvedValue({ data: {}, error: null });
  mfa.challenge.mockResolvedValue({ data: { id: 'asked' }, error: null });
  mfa.listFactors.mockResolvedValue({
    data: { all: [], totp: [factor('app', 'totp')], phone: [factor('text', 'phone')] },
    error: null,
  });
});

it('a text message is sent once it is requested, and its code is sent back', async () => {
  const onVerified = vi.fn(() => Promise.resolve());
  const { open, choose, send, prove, $sent, $problem } = createChallenge(onVerified);
  await open();
  choose('text');
  expect(mfa.challenge).not.toHaveBeenCalled();
  // Without a message there is no code to check.
  await prove('123456');
  expect(mfa.challengeAndVerify).not.toHaveBeenCalled();
  expect($problem.get()?.field).toBe('code');
  await send();
  expect(mfa.challenge).toHaveBeenCalledExactlyOnceWith({ factorId: 'text', channel: 'sms' });
  expect($sent.get()).toBe('asked');
  mfa.verify.mockResolvedValueOnce({ error: wrong });
  await prove('000000');
  expect($problem.get()?.text).toContain('ask for a new one');
  await prove('123456');
  expect(mfa.verify).toHaveBeenLastCalledWith({ factorId: 'text', challengeId: 'asked', code: '123456' });
  expect(onVerified).toHaveBeenCalledOnce();
  choose('app');
  expect($sent.get()).toBeNull();
});

it.each([
  ['mfa_phone_verify_not_enabled', 422, 'We don’t send codes by text message'],
  ['over_sms_send_rate_limit', 429, 'Please try again in a moment.'],
  ['unexpected_failure', 500, 'We can’t send a text message to this number.'],
])('the page says why no message was sent: %s', async (code, status, text) => {
  const { open, choose, send, $sent, $problem } = createChallenge(() => undefined);
  await open();
  choose('text');
  mfa.challenge.mockResolvedValue({ data: null, error: { message: 'x', code, status } });
  await send();
  expect($sent.get()).toBeNull();
  expect($problem.get()?.text).toContain(text);
});

it('a number replaces an unfinished one, and has a name of its own', async () => {
  mfa.listFactors.mockResolvedValue({ data: { all: [factor('half', 'phone', 'unverified')] }, error: null });
  mfa.enroll.mockResolvedValue({ data: { id: 'new' }, error: null });
  const textFactor = { id: 'text', name: 'Number ending in 4567', since: '', kind: 'text' } as const;
  const onDone = vi.fn();
  const setup = createTextSetup([textFactor], onDone);
  setup.$number.set('12');
  await setup.ask();
  expect(mfa.enroll).not.toHaveBeenCalled();
  setup.$number.set('9123 4567');
  await setup.ask();
  expect(mfa.unenroll).toHaveBeenCalledExactlyOnceWith({ factorId: 'half' });
  expect(mfa.enroll).toHaveBeenCalledExactlyOnceWith({
    factorType: 'phone',
    friendlyName: 'Number ending in 4567 (2)',
    phone: '+6591234567',
  });
  expect(setup.$sent.get()).toEqual({ factorId: 'new', challengeId: 'asked', phone: '+6591234567' });
  await setup.finish('123456');
  expect(mfa.verify).toHaveBeenCalledExactlyOnceWith({
    factorId: 'new',
    challengeId: 'asked',
    code: '123456',
  });
  expect(onDone).toHaveBeenCalledOnce();
});
