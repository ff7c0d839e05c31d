import { supabase } from '../env.ts';
import { askLiveBuild } from '../publication/live-build.ts';
import type { PlannedCode } from '../plan/planned-moments.ts';

export interface OverviewFacts {
  at: string;
  site_url: string | null;
  newest_build: string | null;
  /** The build that the live site says it is. It is null if the site does not say, and absent if it was not asked. */
  live_build?: string | null;
  site: {
    site: 'built' | 'building' | 'failed' | 'late' | null;
    reason: string | null;
    built_at: string | null;
    refused: { document_id: string; title: string; problem: string }[];
  };
  builds: {
    state: 'building' | 'built' | 'failed';
    reason: string | null;
    started_at: string;
    finished_at: string | null;
  }[];
  build_cause: BuildCause;
  codes: PlannedCode[];
  /** Documents of the last 30 days that are no longer published. */
  deleted: (Named & { at: string })[];
  checkout: {
    mode: 'open' | 'stopped' | 'maintenance';
    sentence: string | null;
    on_sale: number;
    taken_over_at: string | null;
  };
  /** `lost` lists at most 20 documents, and `lost_count` counts all. */
  webhook: { swept_at: string | null; lost: Named[]; lost_count: number };
  /** Published documents that no page shows. */
  nowhere: Named[];
  prices: Price[];
  soon: UpcomingChange[];
  checks: { kind: string; began_at: string }[];
  late_chores: { name: string; seconds: number }[];
  /** The ten questions that were asked most often. `asked_count` counts all. */
  asked: { question: string; times_asked: number; last_on: string }[];
  asked_count: number;
}

/** Why the newest build began. */
export interface BuildCause {
  /** Documents that were published between the start of the build before and the start of this one, at most five. */
  published: Named[];
  count: number;
  deleted: number;
  requested_for: ('camps' | 'new_day' | 'planned')[];
}

interface Named {
  id: string;
  type: string;
  title: string;
}

export interface Price {
  id: string;
  kind: string;
  title: string;
  listed_cents: number;
  live_cents: number | null;
  live_to_cents: number | null;
  sold: number;
  sold_lately: number;
  /** The number of free spots in coming camps. Null for a product without a limit. */
  left: number | null;
  camps: number | null;
  /** The number of order lines that somebody is buying now. */
  held: number;
  /** The number of passes that have not ended. */
  in_use: number;
  renewing: number;
}

export interface UpcomingChange {
  what:
    | 'price_starts'
    | 'price_ends'
    | 'price_changes'
    | 'sale_starts'
    | 'sale_ends'
    | 'camp_starts'
    | 'code_starts'
    | 'code_ends'
    | 'shown_from'
    | 'shown_until';
  title: string;
  /** The short name of the early bird, the price in cents, the base or the campaign. */
  detail: string | null;
  at: string;
}

/**
 * Reads the overview from an edge function, which checks the token with Sanity. Throws if the function does not
 * answer.
 */
export async function readOverview(token: string, signal: AbortSignal): Promise<OverviewFacts> {
  const response = await fetch(`${supabase.url ?? ''}/functions/v1/studio-overview`, {
    headers: { apikey: supabase.key ?? '', authorization: `Bearer ${token}` },
    signal,
  });
  if (!response.ok) throw new Error(`The overview answered ${response.status}.`);
  const facts = (await response.json()) as OverviewFacts;
  return { ...facts, live_build: await askLiveBuild(facts.site_url, signal) };
}
