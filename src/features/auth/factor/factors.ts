import { supabase } from '#api/supabase.ts';
import { failureOf } from '../api.ts';
import type { Failure } from '../refusals.ts';

/** An authenticator app that was set up. */
export interface Device {
  id: string;
  name: string;
  /** ISO. */
  since: string;
}

/** A device that is being set up: what its app must be told. */
export interface Enrolment {
  id: string;
  name: string;
  /** A drawing, as an address with the data in it. */
  qr: string;
  secret: string;
}

type Got<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export async function listDevices(): Promise<Got<Device[]>> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) return { ok: false, failure: failureOf(error) ?? unknown };
  const devices = data.totp.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name ?? '',
    since: created_at,
  }));
  return { ok: true, value: devices };
}

/** Begins to set one up. What was begun earlier and never finished is dropped: its name would be taken. */
export async function enrol(name: string): Promise<Got<Enrolment>> {
  const { auth } = await supabase();
  const known = await auth.mfa.listFactors();
  for (const { id, status } of known.data?.all ?? [])
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id });
  const { data, error } = await auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: location.host,
  });
  if (error) return { ok: false, failure: failureOf(error) ?? unknown };
  return { ok: true, value: { id: data.id, name, qr: data.totp.qr_code, secret: data.totp.secret } };
}

/** Proves the device: the session then counts as signed in twice. */
export async function proveDevice(id: string, code: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code });
  return failureOf(error);
}

export async function removeDevice(id: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error) return failureOf(error);
  // The token still says how it was signed in; the next one says how it is now.
  await auth.refreshSession();
  return null;
}

const unknown: Failure = { message: '', status: 500 };
