import { useEffect, useState } from 'react';
import { supabase } from '../env.ts';
import { canAsk } from '../publication/status.ts';

export interface BaseUse {
  is_known: boolean;
  camps: number;
  sessions: number;
}

const PATIENCE_MS = 10_000;

async function askBaseUse(slug: string, signal: AbortSignal): Promise<BaseUse> {
  const response = await fetch(`${supabase.url ?? ''}/rest/v1/rpc/get_base_use`, {
    method: 'POST',
    headers: { apikey: supabase.key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ p_slug: slug }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  if (!response.ok) throw new Error(`The database answered ${response.status}.`);
  return (await response.json()) as BaseUse;
}

export function useBaseUse(slug: string | undefined): BaseUse | 'unknown' | null {
  const [answer, setAnswer] = useState<{ slug: string; use: BaseUse | 'unknown' } | null>(null);
  useEffect(() => {
    if (!slug || !canAsk) return;
    const controller = new AbortController();
    askBaseUse(slug, controller.signal).then(
      (use) => setAnswer({ slug, use }),
      () => controller.signal.aborted || setAnswer({ slug, use: 'unknown' }),
    );
    return () => controller.abort();
  }, [slug]);
  if (!slug || !canAsk) return 'unknown';
  return answer?.slug === slug ? answer.use : null;
}
