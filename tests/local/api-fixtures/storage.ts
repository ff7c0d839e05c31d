import type { SupabaseClient } from '@supabase/supabase-js';
import { createApi, password, type TestApi } from './start.ts';

/**
 * The buckets and policies of a migration: a folder per parent, which coaches can read, and one bucket for everybody.
 */
const MIGRATION = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('photos', 'photos', false, 4096, '{image/png,image/jpeg}'), ('open', 'open', true, null, null);
  create policy "Parents see their own photos" on storage.objects for select to authenticated
    using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Parents add their own photos" on storage.objects for insert to authenticated
    with check (bucket_id = 'photos' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Parents change their own photos" on storage.objects for update to authenticated
    using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Parents remove their own photos" on storage.objects for delete to authenticated
    using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Coaches see photos" on storage.objects for select to authenticated
    using (bucket_id = 'photos' and auth.jwt() -> 'app_metadata' ->> 'role' = 'coach');`;

export async function createStorage(): Promise<TestApi> {
  const api = await createApi();
  await api.database.sql.unsafe(MIGRATION).simple();
  return api;
}

export interface Parent {
  client: SupabaseClient;
  id: string;
}

export async function joinAs(api: TestApi, email: string): Promise<Parent> {
  const client = api.client();
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.user) throw error ?? new Error('no user');
  return { client, id: data.user.id };
}

export const png = (bytes: Uint8Array | string = 'not really') =>
  new Blob([bytes as BlobPart], { type: 'image/png' });
