import { isEmail } from '#contract/contact.ts';
import { atom } from 'nanostores';
import { signOut } from '#api/sign-out.ts';
import { refreshSession } from '#browser/session.ts';
import { freshSignInPath, paths } from '#config/paths.ts';
import { changeEmail, checkFresh } from '../api.ts';
import { createAttempt } from '../attempt.ts';
import { codeIn } from '../factor/challenge.ts';
import {
  type Device,
  enrol,
  type Enrolment,
  listDevices,
  verifyDevice,
  removeDevice,
} from '../factor/factors.ts';
import { messages } from '../messages.ts';
import { createPassword } from '../password.ts';

export function createPasswordChange(go: (path: string) => void = (path) => location.assign(path)) {
  const { $busy, $problem, attempt, refuse } = createAttempt();
  const save = createPassword({ attempt, refuse }, go);
  const $done = atom(false);
  return {
    $busy,
    $problem,
    $done,
    async change(password: string): Promise<boolean> {
      $done.set(false);
      $done.set(await save(password));
      return $done.get();
    },
  };
}

export function createEmailChange(origin = typeof location === 'undefined' ? '' : location.origin) {
  const { $busy, $problem, attempt, refuse } = createAttempt();
  const $sentTo = atom<string | null>(null);
  return {
    $busy,
    $problem,
    $sentTo,
    async change(typedAddress: string): Promise<void> {
      const email = typedAddress.trim();
      $sentTo.set(null);
      if (!isEmail(email))
        refuse({ text: email === '' ? messages.emailMissing : messages.emailForm, field: 'email' });
      else if (await attempt(() => changeEmail(email, origin + paths.familyBase))) $sentTo.set(email);
    },
  };
}

/** Creates the store of second factors. A device is an authenticator app or a phone number. */
export function createDevices(go: (path: string) => void = (path) => location.assign(path)) {
  const $devices = atom<Device[] | null>(null);
  const $enrolment = atom<Enrolment | null>(null);
  /** True while the page shows the setup of a phone number. */
  const $isText = atom(false);
  const { $busy, $problem, attempt, refuse } = createAttempt();

  async function open(): Promise<void> {
    await attempt(async () => {
      const devices = await listDevices();
      if (!devices.ok) return devices.failure;
      $devices.set(devices.value);
      return null;
    });
  }

  /**
   * Asks for a new sign-in if the last one is too old. Somebody who finds an unlocked phone must not be able to change
   * how its owner signs in.
   */
  async function mustSignInAgain(): Promise<boolean> {
    if ((await checkFresh()) !== 'sign_in_again') return false;
    go(freshSignInPath(`${paths.auth}?account=1`));
    return true;
  }

  async function begin(): Promise<void> {
    if (await mustSignInAgain()) return;
    const takenNames = new Set($devices.get()?.map(({ name }) => name));
    let [name, count] = ['Authenticator app', 1];
    while (takenNames.has(name)) name = `Authenticator app ${(count += 1)}`;
    await attempt(async () => {
      const enrolled = await enrol(name);
      if (!enrolled.ok) return enrolled.failure;
      $enrolment.set(enrolled.value);
      return null;
    });
  }

  async function beginTextSetup(): Promise<void> {
    if (!(await mustSignInAgain())) $isText.set(true);
  }

  async function endTextSetup(): Promise<void> {
    refuse(null);
    $isText.set(false);
    await open();
  }

  async function finish(typedCode: string): Promise<void> {
    const [enrolment, code] = [$enrolment.get(), codeIn(typedCode)];
    if (!enrolment) return;
    if (code === null) refuse({ text: messages.codeForm, field: 'code' });
    else if (await attempt(() => verifyDevice(enrolment.id, code))) {
      $enrolment.set(null);
      refreshSession();
      await open();
    }
  }

  function cancel(): void {
    refuse(null);
    $enrolment.set(null);
  }

  async function remove(id: string): Promise<void> {
    if (await mustSignInAgain()) return;
    if (!(await attempt(() => removeDevice(id)))) return;
    refreshSession();
    await open();
  }

  return {
    $devices,
    $enrolment,
    $isText,
    $busy,
    $problem,
    open,
    begin,
    beginTextSetup,
    endTextSetup,
    finish,
    cancel,
    remove,
  };
}

export function createDeviceSignOut(onSignedOut: () => void) {
  const { $busy, $problem, attempt } = createAttempt();
  const $done = atom(false);

  async function close(scope: 'others' | 'global'): Promise<void> {
    $done.set(false);
    const isSignedOut = await attempt(async () =>
      (await signOut(scope)) ? null : { message: messages.unexpected, status: 0 },
    );
    if (isSignedOut && scope === 'global') onSignedOut();
    else $done.set(isSignedOut);
  }

  return { $busy, $problem, $done, close };
}
