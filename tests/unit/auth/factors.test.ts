/** The second factor: set up, asked for, removed; and the other doors of an account. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { $session } from '#browser/session.ts';
import { forget } from '#browser/text-storage.ts';
import {
  createDevices,
  createDoors,
  createEmailChange,
  createPasswordChange,
} from '#features/auth/account/security.ts';
import { createAgain } from '#features/auth/again/again.ts';
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
  created_at: '2026-11-20T16:30:00Z',
});
const lists = (...all: ReturnType<typeof factor>[]) =>
  mfa.listFactors.mockResolvedValue({
    data: { all, totp: all.filter(({ status }) => status === 'verified') },
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

describe('asking for it', () => {
  const challenge = async () => {
    const onProven = vi.fn(() => Promise.resolve());
    const made = createChallenge(onProven);
    await made.open();
    return { ...made, onProven };
  };

  it('takes the code of the only device', async () => {
    lists(factor('one', 'verified'));
    const { prove, onProven } = await challenge();
    await prove('123 456');
    expect(mfa.challengeAndVerify).toHaveBeenCalledExactlyOnceWith({ factorId: 'one', code: '123456' });
    expect(onProven).toHaveBeenCalledOnce();
  });

  it('takes that of the one chosen', async () => {
    lists(factor('one', 'verified'), factor('two', 'verified'), factor('three', 'unverified'));
    const { prove, $devices } = await challenge();
    expect($devices.get().map(({ id }) => id)).toEqual(['one', 'two']);
    await prove('123456', 'two');
    expect(mfa.challengeAndVerify).toHaveBeenCalledExactlyOnceWith({ factorId: 'two', code: '123456' });
  });

  it('a wrong code lets nobody in', async () => {
    lists(factor('one', 'verified'));
    mfa.challengeAndVerify.mockResolvedValue({ error: wrong });
    const { prove, onProven, $problem } = await challenge();
    await prove('000000');
    expect(onProven).not.toHaveBeenCalled();
    expect($problem.get()).toMatchObject({ field: 'code' });
    expect($problem.get()?.text).toContain('changes every 30 seconds');
  });

  it('what is no code asks nobody', async () => {
    const { prove, $problem } = await challenge();
    await prove('12345');
    expect(mfa.challengeAndVerify).not.toHaveBeenCalled();
    expect($problem.get()?.text).toBe('The code has 6 digits.');
  });
});

describe('setting it up', () => {
  it('drops what was begun before, and counts once its code was right', async () => {
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
    expect(devices.$enrolment.get()).toMatchObject({ id: 'new', secret: 'ABCD' });
    mfa.challengeAndVerify.mockResolvedValueOnce({ error: wrong });
    await devices.finish('111111');
    expect(devices.$enrolment.get()).not.toBeNull();
    lists(factor('new', 'verified'));
    await devices.finish('123456');
    expect(devices.$enrolment.get()).toBeNull();
    expect(devices.$devices.get()?.map(({ id }) => id)).toEqual(['new']);
  });

  it('a second device has a name of its own', async () => {
    lists(factor('one', 'verified', 'Authenticator app'));
    const devices = createDevices();
    await devices.open();
    await devices.begin();
    expect(mfa.enroll).toHaveBeenCalledWith(expect.objectContaining({ friendlyName: 'Authenticator app 2' }));
    expect(mfa.unenroll).not.toHaveBeenCalled();
  });

  it('one that is removed is gone, and the token says so', async () => {
    lists(factor('one', 'verified'));
    const devices = createDevices();
    await devices.open();
    lists();
    await devices.remove('one');
    expect(mfa.unenroll).toHaveBeenCalledExactlyOnceWith({ factorId: 'one' });
    expect(auth.refreshSession).toHaveBeenCalledOnce();
    expect(devices.$devices.get()).toEqual([]);
  });

  it('is taken off by who has just signed in alone', async () => {
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
  it('changes its password for who has just signed in; else they sign in once more and come back', async () => {
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
    'never says whether the new address has an account (%s)',
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

  it('asks nobody with what is no address', async () => {
    const change = createEmailChange('https://otter.test');
    await change.change('new@');
    expect(auth.updateUser).not.toHaveBeenCalled();
    expect(change.$problem.get()?.field).toBe('email');
  });

  it.each([
    ['others', 0],
    ['global', 1],
  ] as const)('signs out %s', async (scope, gone) => {
    const onGone = vi.fn();
    const doors = createDoors(onGone);
    await doors.close(scope);
    expect(auth.signOut).toHaveBeenCalledExactlyOnceWith({ scope });
    expect(onGone).toHaveBeenCalledTimes(gone);
    expect(doors.$done.get()).toBe(gone === 0);
  });

  it('says so when the other devices could not be told', async () => {
    auth.signOut.mockResolvedValue({ error: { message: 'down', status: 500 } });
    const onGone = vi.fn();
    const doors = createDoors(onGone);
    await doors.close('global');
    expect(onGone).not.toHaveBeenCalled();
    expect(doors.$problem.get()?.text).toBe('An unexpected error occurred. Please try again.');
  });
});

describe('a session that is lost while a screen stands', () => {
  const lost = () => {
    storeMember();
    refreshSession();
    const again = createAgain();
    const stop = again.open();
    forget('otter-auth-token');
    refreshSession();
    return { ...again, stop };
  };

  it('asks the same person for the password, and goes on', async () => {
    const again = lost();
    expect(again.$step.get()).toBe('password');
    auth.signInWithPassword.mockImplementation(() => {
      storeMember();
      return Promise.resolve({ data: {}, error: null });
    });
    await again.enter('secret');
    expect(auth.signInWithPassword).toHaveBeenCalledExactlyOnceWith({
      email: 'mei@example.com',
      password: 'secret',
      options: {},
    });
    expect(again.$step.get()).toBe('here');
    again.stop();
  });

  it('asks for the second factor too', async () => {
    const again = lost();
    auth.signInWithPassword.mockImplementation(() => {
      storeMember({ factors: [{ status: 'verified' }] });
      return Promise.resolve({ data: {}, error: null });
    });
    await again.enter('secret');
    expect(again.$step.get()).toBe('factor');
    again.stop();
  });

  it('asks also where it was lost before this part of the page came to life', () => {
    storeMember();
    refreshSession();
    forget('otter-auth-token');
    refreshSession();
    const again = createAgain();
    const stop = again.open();
    expect([again.$step.get(), again.$email.get()]).toEqual(['password', 'mei@example.com']);
    stop();
  });

  it('a visitor, and who has signed out by hand, is asked nothing', () => {
    $session.set({ state: 'unknown' });
    const again = createAgain();
    const stop = again.open();
    refreshSession();
    expect(again.$step.get()).toBe('here');
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
