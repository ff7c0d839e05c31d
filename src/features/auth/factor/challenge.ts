import { atom } from 'nanostores';
import { plainDigits } from '#domain/person.ts';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';
import { type Device, listDevices, proveDevice } from './factors.ts';

const CODE = /^\d{6}$/;

/** The digits from an authenticator app, or null if they are not a code. */
export function codeIn(typed: string): string | null {
  const code = plainDigits(typed).replaceAll(/\D/g, '');
  return CODE.test(code) ? code : null;
}

/** Verifies the second factor. `onProven` runs once the session counts as verified. */
export function createChallenge(onProven: () => void | Promise<void>) {
  const $devices = atom<Device[]>([]);
  const { $busy, $problem, attempt, refuse } = createAttempt();

  /** Reads the devices early, so that the code can be checked at once when it is typed. */
  async function open(): Promise<void> {
    await attempt(async () => {
      const devices = await listDevices();
      if (!devices.ok) return devices.failure;
      $devices.set(devices.value);
      return null;
    });
  }

  /** `deviceId` is needed only if there are several. */
  async function prove(typed: string, deviceId?: string): Promise<void> {
    const code = codeIn(typed);
    if (code === null) {
      refuse({ text: messages.codeForm, field: 'code' });
      return;
    }
    // The list may have failed to load, which must not prevent the sign-in.
    if ($devices.get().length === 0) await open();
    const device = deviceId ?? $devices.get()[0]?.id;
    if (device !== undefined && (await attempt(() => proveDevice(device, code)))) await onProven();
  }

  return { $devices, $busy, $problem, open, prove };
}
