import type { Renewal } from '#contract/passes.ts';
import { atom } from 'nanostores';
import { report } from '#browser/report.ts';
import { type Action, leaving } from '#ui/kit/action.ts';
import { findRenewal, openPortal } from '../api.ts';
import { errorText } from '../messages.ts';
import type { Note } from '../state.ts';

interface Needs extends Pick<Action<Note>, 'run'> {
  token: string | null;
  leave: (url: string) => void;
}

export type RenewalView = { state: 'none' } | { state: 'unknown' } | { state: 'loaded'; renewal: Renewal };

/** Creates the store of a renewal. A parent ends it or changes its card on Stripe's page. */
export function createRenewal({ token, run, leave }: Needs) {
  const $view = atom<RenewalView>({ state: 'none' });
  let loading: Promise<void> | undefined;

  async function read(): Promise<void> {
    if (token === null) return;
    const answer = await findRenewal(token);
    if (answer.ok) $view.set({ state: 'loaded', renewal: answer.value });
    else $view.set({ state: answer.code === 'subscription_not_found' ? 'none' : 'unknown' });
  }

  /** Reads the renewal. React may mount the component twice, so the running request is shared. */
  function load(): Promise<void> {
    loading ??= read();
    return loading;
  }

  /** Reads the renewal again, because a cancellation may have ended it. */
  async function refresh(): Promise<void> {
    if (loading) await (loading = read());
  }

  async function open(): Promise<void> {
    if (token === null) return;
    await run(async () => {
      const answer = await openPortal(token);
      if (answer.ok) {
        leave(answer.value.url);
        return leaving;
      }
      if (answer.code === 'unexpected') report('The billing portal could not be opened');
      return { tone: 'bad', text: await errorText(answer), help: true };
    });
  }

  return { $view, load, refresh, open };
}
