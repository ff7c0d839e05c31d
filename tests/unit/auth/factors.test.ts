/** Tests the second factor (setting it up, using and removing it) and the other settings of an account. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { $session } from '#browser/session.ts';
import { forget } from '#browser/text-storage.ts';
import {
  createDevices,
  createDeviceSignOut,
  createEmailChange,
  createPasswordChange,
} from '#features/auth/account/security.ts';
import { createAgain } from '#features/auth/again/again.ts';
import { createPasswordStep } from '#features/auth/again/password-step.ts';
import { createChallenge } from '#features/auth/factor/challenge.ts';
import { refreshSession } from '#browser/session.ts';
import { storeMember } from '#support/unit/auth-session.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const mfa = vi.hoisted(() => ({
  listFactors: vi.fn(),
  enroll: vi.fn(),
  challengeAndVerify: vi.fn(),
  unenroll: vi.fn(),
}));
const auth = vi.hoisted(() => ({
  refreshSession: vi.fn(),
  updateUser: vi.fn(),
  signOut: vi.fn(),
  signInWithPassword: vi.fn(),
}));
vi.mock('#api/supabase.ts', () => ({
  supabase: () => Promise.resolve({ auth: { ...auth, mfa } }),
}));
const browser = fakeBrowser();

const factor = (id: string, status: string, friendly_name = `Device ${id}`) => ({
  id,
  status,
  friendly_name,
  factor_type: 'totp',
  created_at: '2026-11-20T16:30:00Z',
});
const lists = (...all: ReturnType<typeof factor>[]) =>
  mfa.listFactors.mockResolvedValue({
    data: { all, totp: all.filter(({ status }) => status === 'verified'), phone: [] },
    error: null,
  });
const wrong = { message: 'Invalid TOTP code entered', code: 'mfa_verification_failed', status: 422 };

beforeEach(() => {
  vi.stubGlobal('location', { host: 'otter.test', pathname: '/auth', search: '', hash: '' });
  for (const method of [...Object.values(mfa), ...Object.values(auth)])
    method.mockReset().mockResolvedValue({ data: {}, error: null });
  lists();
  mfa.enroll.mockResolvedValue({
    data: {
      id: 'new',
      totp: { qr_code: 'data:image/svg+xml;utf-8,<svg/>', secret: 'ABCD', uri: 'otpauth://' },
    },
    error: null,
  });
  $session.set({ state: 'unknown' });
});

describe('asking for the code', () => {
  const challenge = async () => {
    const onVerified = vi.fn(() => Promise.resolve());
    const openedChallenge = createChallenge(onVerified);
    await openedChallenge.open();
    return { ...openedChallenge, onVerified };
  };

  it('uses the only device', async () => {
    lists(factor('one', 'verified'));
    const { prove, onVerified } = await challenge();
    await prove('123 456');
    expect(mfa.challengeAndVerify).toHaveBeenCalledExactlyOnceWith({ factorId: 'one', code: '123456' });
    expect(onVerified).toHaveBeenCalledOnce();
  });

  it('uses the chosen device', async () => {
    lists(factor('one', 'verified'), factor('two', 'verified'), factor('three', 'unverified'));
    const { prove, $devices } = await challenge();
    expect($devices.get().map(({ id }) => id)).toEqual(['one', 'two']);
    await prove('123456', 'two');
    expect(mfa.challengeAndVerify).toHaveBeenCalledExactlyOnceWith({ factorId: 'two', code: '123456' });
  });

  it('refuses a wrong code', async () => {
    lists(factor('one', 'verified'));
    mfa.challengeAndVerify.mockResolvedValue({ error: wrong });
    const { prove, onVerified, $problem } = await challenge();
    await prove('000000');
    expect(onVerified).not.toHaveBeenCalled();
    expect($problem.get()).toMatchObject({ field: 'code' });
    expect($problem.get()?.text).toContain('changes every 30 seconds');
  });

  it('does not send a code that is not six digits', async () => {
    const { prove, $problem } = await challenge();
    await prove('12345');
    expect(mfa.challengeAndVerify).not.toHaveBeenCalled();
    expect($problem.get()?.text).toBe('The code has 6 digits.');
  });
});

describe('a device', () => {
  it('replaces an unfinished one, and is active after its first right code', async () => {
    lists(factor('half', 'unverified'));
    const devices = createDevices();
    await devices.open();
    await devices.begin();
    expect(mfa.unenroll).toHaveBeenCalledExactlyOnceWith({ factorId: 'half' });
    expect(mfa.enroll).toHaveBeenCalledExactlyOnceWith({
      factorType: 'totp',
      friendlyName: 'Authenticator app',
      issuer: 'otter.test',
    });
    expect(devices.$enrolment.get()).toMatchObject({ id: 'new', secret: 'ABCD', uri: 'otpauth://' });
    mfa.challengeAndVerify.mockResolvedValueOnce({ error: wrong });
    await devices.finish('111111');
    expect(devices.$enrolment.get()).not.toBeNull();
    lists(factor('new', 'verified'));
    await devices.finish('123456');
    expect(devices.$enrolment.get()).toBeNull();
    expect(devices.$devices.get()?.map(({ id }) => id)).toEqual(['new']);
  });

  it('gets a different name if it is the second one', async () => {
    lists(factor('one', 'verified', 'Authenticator app'));
    const devices = createDevices();
    await devices.open();
    await devices.begin();
    expect(mfa.enroll).toHaveBeenCalledWith(expect.objectContaining({ friendlyName: 'Authenticator app 2' }));
    expect(mfa.unenroll).not.toHaveBeenCalled();
  });

  it('is removed from the account, and the token is renewed', async () => {
    lists(factor('one', 'verified'));
    const devices = createDevices();
    await devices.open();
    lists();
    await devices.remove('one');
    expect(mfa.unenroll).toHaveBeenCalledExactlyOnceWith({ factorId: 'one' });
    expect(auth.refreshSession).toHaveBeenCalledOnce();
    expect(devices.$devices.get()).toEqual([]);
  });

  it('can be removed only after a recent sign-in', async () => {
    storeMember();
    lists(factor('one', 'verified'));
    const go = vi.fn();
    const devices = createDevices(go);
    browser.api.on('check_fresh_sign_in', { status: 409, body: { message: 'sign_in_again' } });
    await devices.remove('one');
    expect(mfa.unenroll).not.toHaveBeenCalled();
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?from=%2Fauth%3Faccount%3D1&again=1');
  });
});

describe('an account', () => {
  it('changes its password after a recent sign-in; otherwise the member signs in again first', async () => {
    storeMember();
    const go = vi.fn();
    const change = createPasswordChange(go);
    browser.api.on('check_fresh_sign_in', { status: 409, body: { message: 'sign_in_again' } });
    expect(await change.change('three wild otters')).toBe(false);
    expect(auth.updateUser).not.toHaveBeenCalled();
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?from=%2Fauth%3Faccount%3D1&again=1');
    browser.api.on('check_fresh_sign_in', { body: { fresh: true } });
    expect(await change.change('three wild otters')).toBe(true);
    expect(auth.updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'three wild otters' });
    expect(change.$done.get()).toBe(true);
  });

  it.each([['email_exists'], [undefined]])(
    'does not reveal whether the new address has an account (%s)',
    async (code) => {
      auth.updateUser.mockResolvedValue({ error: code ? { code, message: 'taken', status: 422 } : null });
      const change = createEmailChange('https://otter.test');
      await change.change(' new@example.com ');
      expect(auth.updateUser).toHaveBeenCalledExactlyOnceWith(
        { email: 'new@example.com' },
        { emailRedirectTo: 'https://otter.test/family-base' },
      );
      expect(change.$sentTo.get()).toBe('new@example.com');
    },
  );

  it('does not send an invalid address', async () => {
    const change = createEmailChange('https://otter.test');
    await change.change('new@');
    expect(auth.updateUser).not.toHaveBeenCalled();
    expect(change.$problem.get()?.field).toBe('email');
  });

  it.each([
    ['others', 0],
    ['global', 1],
  ] as const)('signs out with the scope %s', async (scope, signOuts) => {
    const onGone = vi.fn();
    const signOut = createDeviceSignOut(onGone);
    await signOut.close(scope);
    expect(auth.signOut).toHaveBeenCalledExactlyOnceWith({ scope });
    expect(onGone).toHaveBeenCalledTimes(signOuts);
    expect(signOut.$done.get()).toBe(signOuts === 0);
  });

  it('says so if the other devices could not be signed out', async () => {
    auth.signOut.mockResolvedValue({ error: { message: 'down', status: 500 } });
    const onGone = vi.fn();
    const signOut = createDeviceSignOut(onGone);
    await signOut.close('global');
    expect(onGone).not.toHaveBeenCalled();
    expect(signOut.$problem.get()?.text).toBe('An unexpected error occurred. Please try again.');
  });
});

describe('a session that is lost while a screen is open', () => {
  const loseAnswer = () => {
    storeMember();
    refreshSession();
    const secondProof = createAgain();
    const stop = secondProof.open();
    forget('otter-auth-token');
    refreshSession();
    return { ...secondProof, ...createPasswordStep(secondProof), stop };
  };

  it('is restored after the same person types the password', async () => {
    const secondProof = loseAnswer();
    expect(secondProof.$step.get()).toBe('password');
    auth.signInWithPassword.mockImplementation(() => {
      storeMember();
      return Promise.resolve({ data: {}, error: null });
    });
    await secondProof.enter('secret');
    expect(auth.signInWithPassword).toHaveBeenCalledExactlyOnceWith({
      email: 'mei@example.com',
      password: 'secret',
      options: {},
    });
    expect(secondProof.$step.get()).toBe('here');
    secondProof.stop();
  });

  it('is restored only after the second factor, too', async () => {
    const secondProof = loseAnswer();
    auth.signInWithPassword.mockImplementation(() => {
      storeMember({ factors: [{ status: 'verified' }] });
      return Promise.resolve({ data: {}, error: null });
    });
    await secondProof.enter('secret');
    expect(secondProof.$step.get()).toBe('factor');
    secondProof.stop();
  });

  it('is noticed even if it was lost before the component was hydrated', () => {
    storeMember();
    refreshSession();
    forget('otter-auth-token');
    refreshSession();
    const secondProof = createAgain();
    const stop = secondProof.open();
    expect([secondProof.$step.get(), secondProof.$email.get()]).toEqual(['password', 'mei@example.com']);
    stop();
  });

  it('is not asked for from a visitor or a member who signed out', () => {
    $session.set({ state: 'unknown' });
    const secondProof = createAgain();
    const stop = secondProof.open();
    refreshSession();
    expect(secondProof.$step.get()).toBe('here');
    stop();
    storeMember();
    refreshSession();
    const other = createAgain();
    const end = other.open();
    forget('otter-auth-token');
    $session.set({ state: 'signed_out', onPurpose: true });
    expect(other.$step.get()).toBe('here');
    end();
  });
});
