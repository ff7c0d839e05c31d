import { supabase } from '../env.ts';

export interface PublicationStatus {
  /** True once the webhook or the comparison has reported this revision to the database. */
  reported?: boolean;
  reported_at?: string | null;
  /** True if only the comparison found the revision, because the webhook did not report it. */
  found_by_sweep?: boolean;
  /** The time when the comparison last ran. */
  swept_at?: string | null;
  /** `older` means that the checkout uses another revision. `earlier_version` means that a price must be confirmed. */
  checkout: 'known' | 'older' | 'unknown' | 'refused' | 'earlier_version';
  /** True if the checkout sells any version of the document. */
  has_offer?: boolean;
  problem?: string | null;
  /**
   * `none` means that no build was ever reported, as is usual in development. The last three are found by asking the
   * live site (`live-build.ts`).
   */
  site: 'built' | 'building' | 'failed' | 'none' | 'uploading' | 'other_build' | 'silent';
  reason?: string | null;
  built_at?: string | null;
  building_since?: string | null;
  /**
   * The paths of the live site's pages that show this revision. The list is empty if no page does, and null if that is
   * not known.
   */
  pages?: string[] | null;
  /** True if a staff account is linked to this page. Only pages of coaches have this value. */
  has_account?: boolean | null;
  site_url?: string | null;
  /** The last build that was finished. */
  newest_build?: string | null;
  /** The builds that contain this revision. */
  builds?: string[];
}

export const canAsk = Boolean(supabase.url && supabase.key);
export const isHosted = !/^https?:\/\/(?:localhost|127\.|\[::1\])/.test(supabase.url ?? 'http://localhost');

export async function askStatus(
  documentId: string,
  revision: string,
  signal: AbortSignal,
): Promise<PublicationStatus> {
  const response = await fetch(`${supabase.url ?? ''}/rest/v1/rpc/get_publication_status`, {
    method: 'POST',
    headers: { apikey: supabase.key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ p_document_id: documentId, p_revision: revision }),
    signal,
  });
  if (!response.ok) throw new Error(`The database answered ${response.status}.`);
  return (await response.json()) as PublicationStatus;
}
