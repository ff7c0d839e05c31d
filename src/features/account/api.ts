import { supabase } from '../../api/supabase.ts';

/** Answers the service's message and status when it refuses, null when the person is in. */
export async function signIn(email: string, password: string) {
  const { auth } = await supabase();
  const { error } = await auth.signInWithPassword({ email, password });
  return error ? { message: error.message, status: error.status ?? 0 } : null;
}
