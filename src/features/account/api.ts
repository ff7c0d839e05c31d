import * as v from 'valibot';
import { readRows } from '../../api/rpc.ts';
import { supabase } from '../../api/supabase.ts';

const Roles = v.array(v.object({ role: v.picklist(['customer', 'coach', 'admin', 'business_admin']) }));

export const fetchRoles = (userId: string, token: string) =>
  readRows(`user_roles?select=role&user_id=eq.${encodeURIComponent(userId)}`, Roles, token);

/** Answers the service's message and status when it refuses, null when the person is in. */
export async function signIn(email: string, password: string) {
  const { auth } = await supabase();
  const { error } = await auth.signInWithPassword({ email, password });
  return error ? { message: error.message, status: error.status ?? 0 } : null;
}

export async function signOut(): Promise<void> {
  const { auth } = await supabase();
  await auth.signOut({ scope: 'local' });
}
