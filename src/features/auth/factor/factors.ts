import { supabase } from '#api/supabase.ts';
import { failureOf } from '../api.ts';
import type { Failure } from '../error-messages.ts';

export interface Device {
  id: string;
  name: string;
  since: string;
  kind: 'app' | 'text';
}

export interface Enrolment {
  id: string;
  name: string;
  qr: string;
  secret: string;
  /** An address that opens an authenticator app on the same device and passes it the key. */
  uri: string;
}

export type FactorAnswer<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export async function listDevices(): Promise<FactorAnswer<Device[]>> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) return { ok: false, failure: failureOf(error) ?? unknown };
  const devices = [...data.totp, ...data.phone].map(({ id, friendly_name, created_at, factor_type }) => ({
    id,
    name: friendly_name ?? '',
    since: created_at,
    kind: factor_type === 'phone' ? ('text' as const) : ('app' as const),
  }));
  return { ok: true, value: devices };
}

/** Starts the setup of a device. An unfinished setup would occupy the device's name, so it is removed first. */
export async function enrol(name: string): Promise<FactorAnswer<Enrolment>> {
  const { auth } = await supabase();
  await removeUnfinished();
  const { data, error } = await auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: location.host,
  });
  if (error) return { ok: false, failure: failureOf(error) ?? unknown };
  const { qr_code: qr, secret, uri } = data.totp;
  return { ok: true, value: { id: data.id, name, qr, secret, uri } };
}

export async function removeUnfinished(): Promise<void> {
  const { auth } = await supabase();
  const factorList = await auth.mfa.listFactors();
  for (const { id, status } of factorList.data?.all ?? [])
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id });
}

/** Checks a code. After this call the session counts as signed in with a second factor. */
export async function verifyDevice(id: string, code: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code });
  return failureOf(error);
}

export async function removeDevice(id: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error) return failureOf(error);
  // The old token still names the removed factor, so the session is refreshed.
  await auth.refreshSession();
  return null;
}

export const unknown: Failure = { message: '', status: 500 };
