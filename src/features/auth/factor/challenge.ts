import { atom } from 'nanostores';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';
import { type Device, listDevices, proveDevice } from './factors.ts';

const CODE = /^\d{6}$/;

/** The digits that an authenticator app shows; null where they are none. */
export function codeIn(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '');
  return CODE.test(code) ? code : null;
}

/** The second factor at the door. `onProven`: the session now counts as signed in twice. */
export function createChallenge(onProven: () => void | Promise<void>) {
  const $devices = atom<Device[]>([]);
  const { $busy, $problem, attempt, refuse } = createAttempt();

  /** Asked for at once: a page that stands needs nothing more when the code is typed. */
  async function open(): Promise<void> {
    await attempt(async () => {
      const devices = await listDevices();
      if (!devices.ok) return devices.failure;
      $devices.set(devices.value);
      return null;
    });
  }

  /** `deviceId`: one of several; else the only one. */
  async function prove(typed: string, deviceId?: string): Promise<void> {
    const code = codeIn(typed);
    if (code === null) {
      refuse({ text: messages.codeForm, field: 'code' });
      return;
    }
    // The list may not have come: no reason to be turned away.
    if ($devices.get().length === 0) await open();
    const device = deviceId ?? $devices.get()[0]?.id;
    if (device !== undefined && (await attempt(() => proveDevice(device, code)))) await onProven();
  }

  return { $devices, $busy, $problem, open, prove };
}
