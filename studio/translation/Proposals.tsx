import { useEffect, useState } from 'react';
import { useClient } from 'sanity';
import { supabase } from '../env.ts';
import type { TranslatableText } from './pairs.ts';

/** The number of texts in a request. The function accepts that many, and an editor can review them in one go. */
const BATCH_SIZE = 20;

interface Props {
  open: readonly TranslatableText[];
  onProposal: (wanted: TranslatableText, text: string) => void;
}

/**
 * A button that asks for machine translations of the next texts, if a provider is set up. An editor must review each
 * of them before it is live.
 */
export function Proposals({ open, onProposal }: Props) {
  const token = useClient({ apiVersion: '2025-02-19' }).config().token ?? '';
  const [isOn, setIsOn] = useState(false);
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');

  useEffect(() => {
    const end = new AbortController();
    call(token, { signal: end.signal }).then(
      (answer) => setIsOn((answer as { on: boolean }).on),
      () => undefined,
    );
    return () => end.abort();
  }, [token]);

  async function propose() {
    setState('asking');
    // A text that is only a part of a sentence cannot be translated alone.
    const texts = open.filter((one) => !one.within).slice(0, BATCH_SIZE);
    try {
      const body = JSON.stringify({ texts: texts.map(({ text }) => text) });
      const { proposals } = (await call(token, { method: 'POST', body })) as { proposals: (string | null)[] };
      for (const [index, wanted] of texts.entries()) {
        const proposal = proposals[index];
        if (proposal) onProposal(wanted, proposal);
      }
      setState('idle');
    } catch {
      setState('failed');
    }
  }

  if (!isOn || open.length === 0) return null;
  return (
    <p>
      <button type="button" disabled={state === 'asking'} onClick={() => void propose()}>
        {state === 'asking' ? 'Asking…' : `Propose ${Math.min(BATCH_SIZE, open.length)} translations`}
      </button>{' '}
      {state === 'failed' ? (
        <span role="alert">The proposals did not arrive. Please try again in a minute.</span>
      ) : (
        'A machine proposes them. Read each one before you publish.'
      )}
    </p>
  );
}

async function call(token: string, options: RequestInit): Promise<unknown> {
  const response = await fetch(`${supabase.url ?? ''}/functions/v1/propose-translations`, {
    ...options,
    headers: {
      apikey: supabase.key ?? '',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
  });
  if (!response.ok) throw new Error(`The translator answered ${response.status}.`);
  return response.json();
}
