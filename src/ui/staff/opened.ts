import { atom } from 'nanostores';
import { isUuid } from '#domain/uuid.ts';

type Answer<Told, Code> = { ok: true; value: Told } | { ok: false; code: Code };

export type OpenedView<Told, Code extends string> =
  | { state: 'closed' }
  | { state: 'loading'; id: string }
  | { state: 'failed'; id: string; code: Code }
  | { state: 'ready'; id: string; told: Told };

/** What an act came to, as its screen says it. */
export type Act<End> = { state: 'idle' } | { state: 'busy' } | End;

interface Rules<Told, Code extends string> {
  /** Field of the address that names it. */
  name: string;
  /** Else it is an id of ours. */
  isId?: (text: string) => boolean;
  read: (id: string) => Promise<Answer<Told, Code>>;
  /** It was read, also anew: the row in the list may be another one. */
  onRead: (told: Told) => void;
}

/** What the address names, beside its list: read, and what is done about it, one act at a time. */
export function createOpened<Told, Code extends string, End extends { state: 'done' | 'refused' }>(
  rules: Rules<Told, Code>,
) {
  const $view = atom<OpenedView<Told, Code>>({ state: 'closed' });
  const $act = atom<Act<End>>({ state: 'idle' });
  /** Those with an act under way, also while another one is looked at. */
  const running = new Set<string>();

  async function read(id: string): Promise<void> {
    const answer = await rules.read(id);
    const shown = $view.get();
    // Another one was opened meanwhile.
    if (shown.state === 'closed' || shown.id !== id) return;
    if (answer.ok) {
      $view.set({ state: 'ready', id, told: answer.value });
      rules.onRead(answer.value);
    } else if (shown.state !== 'ready') $view.set({ state: 'failed', id, code: answer.code });
  }

  function showAddressed(): void {
    const id = new URLSearchParams(location.search).get(rules.name);
    const shown = $view.get();
    if (id === null || !(rules.isId ?? isUuid)(id)) $view.set({ state: 'closed' });
    else if (shown.state === 'closed' || shown.id !== id) {
      $act.set({ state: running.has(id) ? 'busy' : 'idle' });
      $view.set({ state: 'loading', id });
      void read(id);
    }
  }

  function hrefOf(id: string): string {
    const query = new URLSearchParams(location.search);
    query.set(rules.name, id);
    return `${location.pathname}?${query.toString()}`;
  }
  function open(id: string): void {
    history.pushState(history.state, '', hrefOf(id));
    showAddressed();
  }
  function close(): void {
    const query = new URLSearchParams(location.search);
    query.delete(rules.name);
    const text = query.toString();
    history.replaceState(history.state, '', location.pathname + (text === '' ? '' : `?${text}`));
    showAddressed();
  }

  /** While the screen is drawn. */
  function watch(): () => void {
    showAddressed();
    addEventListener('popstate', showAddressed);
    return () => removeEventListener('popstate', showAddressed);
  }

  async function retry(): Promise<void> {
    const shown = $view.get();
    if (shown.state !== 'failed') return;
    $view.set({ state: 'loading', id: shown.id });
    await read(shown.id);
  }

  /** One act at a time: what is pressed twice is done once. Whatever came of it, it is read anew; was it done? */
  async function act(run: (told: Told) => Promise<End>): Promise<boolean> {
    const shown = $view.get();
    if (shown.state !== 'ready' || running.has(shown.id)) return false;
    running.add(shown.id);
    $act.set({ state: 'busy' });
    const end = await run(shown.told);
    await read(shown.id);
    running.delete(shown.id);
    const now = $view.get();
    // Another one may stand there by now, and has its own acts.
    if (now.state === 'closed' || now.id !== shown.id) return false;
    $act.set(end);
    return end.state === 'done';
  }

  return { $view, $act, watch, open, close, retry, hrefOf, act };
}
