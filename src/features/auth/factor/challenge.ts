import { atom } from 'nanostores';
import { plainDigits } from '#domain/person.ts';
import { createAttempt } from '../attempt.ts';
import { messages } from '../messages.ts';
import { type Device, listDevices, verifyDevice } from './factors.ts';
import { verifyText, sendText } from './text-code.ts';

const CODE = /^\d{6}$/;

/** Returns the digits of a typed code, or null if the text is not a code. */
export function codeIn(typedText: string): string | null {
  const code = plainDigits(typedText).replaceAll(/\D/g, '');
  return CODE.test(code) ? code : null;
}

export function createChallenge(onVerified: () => void | Promise<void>) {
  const $devices = atom<Device[]>([]);
  /** True once reading the list of devices has succeeded or failed. */
  const $isReady = atom(false);
  const $device = atom<Device | null>(null);
  /** The id of the last text message, to which the code that the user types belongs. */
  const $sent = atom<string | null>(null);
  const { $busy, $problem, attempt, refuse } = createAttempt();

  /** Reads the devices when the screen opens, so that a typed code can be checked at once. */
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

  /**
   * Sends a text message, but only when the user presses the button, because it costs money. Returns whether it was
   * sent.
   */
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

  async function verifyCode(typedCode: string, deviceId?: string): Promise<void> {
    const code = codeIn(typedCode);
    if (code === null) {
      refuse({ text: messages.codeForm, field: 'code' });
      return;
    }
    // Reading the devices may have failed before, which must not prevent the sign-in.
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
          ? verifyText(device.id, challenge, code)
          : verifyDevice(device.id, code),
      )
    )
      await onVerified();
  }

  return { $isReady, $devices, $device, $sent, $busy, $problem, open, choose, send, prove: verifyCode };
}

export type Challenge = ReturnType<typeof createChallenge>;
