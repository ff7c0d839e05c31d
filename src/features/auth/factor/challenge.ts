import { atom } from 'nanostores';
import { plainDigits } from '#domain/person.ts';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';
import { type Device, listDevices, proveDevice } from './factors.ts';
import { proveText, sendText } from './text-code.ts';

const CODE = /^\d{6}$/;

/** The digits from an authenticator app or a text message, or null if they are not a code. */
export function codeIn(typed: string): string | null {
  const code = plainDigits(typed).replaceAll(/\D/g, '');
  return CODE.test(code) ? code : null;
}

export function createChallenge(onProven: () => void | Promise<void>) {
  const $devices = atom<Device[]>([]);
  /** The list was read or could not be: only then is it known where the code comes from. */
  const $isReady = atom(false);
  /** The device that the code comes from: the first one, until another is chosen. */
  const $device = atom<Device | null>(null);
  /** The challenge that the code of the last text message answers. */
  const $sent = atom<string | null>(null);
  const { $busy, $problem, attempt, refuse } = createAttempt();

  /** Reads the devices early, so that the code can be checked at once when it is typed. */
  async function open(): Promise<void> {
    await attempt(async () => {
      const devices = await listDevices();
      if (!devices.ok) return devices.failure;
      $devices.set(devices.value);
      $device.set(devices.value[0] ?? null);
      return null;
    });
    $isReady.set(true);
  }

  function choose(id: string): void {
    refuse(null);
    $sent.set(null);
    $device.set($devices.get().find((device) => device.id === id) ?? null);
  }

  /** Sends a text message, which costs money and is therefore never sent without a press. True once it was sent. */
  async function send(): Promise<boolean> {
    const device = $device.get();
    if (!device) return false;
    return attempt(async () => {
      const sent = await sendText(device.id);
      if (!sent.ok) return sent.failure;
      $sent.set(sent.value);
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
    if (deviceId !== undefined && deviceId !== $device.get()?.id) choose(deviceId);
    const [device, challenge] = [$device.get(), $sent.get()];
    if (!device) return;
    if (device.kind === 'text' && challenge === null) {
      refuse({ text: messages.codeForm, field: 'code' });
      return;
    }
    if (
      await attempt(() =>
        challenge !== null && device.kind === 'text'
          ? proveText(device.id, challenge, code)
          : proveDevice(device.id, code),
      )
    )
      await onProven();
  }

  return { $isReady, $devices, $device, $sent, $busy, $problem, open, choose, send, prove };
}

export type Challenge = ReturnType<typeof createChallenge>;
