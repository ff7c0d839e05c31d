import { atom } from 'nanostores';
import { isUuid } from '#domain/uuid.ts';

type Answer<Told, Code> = { ok: true; value: Told } | { ok: false; code: Code };

export type OpenedView<Told, Code extends string> =
  | { state: 'closed' }
  | { state: 'loading'; id: string }
  | { state: 'failed'; id: string; code: Code }
  | { state: 'ready'; id: string; told: Told };

/** The state and result of an action. */
export type Act<End> = { state: 'idle' } | { state: 'busy' } | End;

interface Rules<Told, Code extends string> {
  /** Name of the query parameter that holds the id. */
  name: string;
  /** The default accepts our own ids. */
  isId?: (text: string) => boolean;
  read: (id: string) => Promise<Answer<Told, Code>>;
  /** Called after each read, because the row in the list may be outdated. */
  onRead: (told: Told) => void;
}

/** The record that the address names, opened beside its list. Its actions run one at a time. */
export function createOpened<Told, Code extends string, End extends { state: 'done' | 'refused' }>(
  rules: Rules<Told, Code>,
) {
  const $view = atom<OpenedView<Told, Code>>({ state: 'closed' });
  const $act = atom<Act<End>>({ state: 'idle' });
  /** Ids of records whose action is still running, even if another record is open. */
  const running = new Set<string>();

  async function read(id: string): Promise<void> {
    const answer = await rules.read(id);
    const shown = $view.get();
    // Another record may have been opened while this one loaded.
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

  /** Call it when the screen mounts; the returned function ends it. */
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

  /**
   * Runs one action at a time, so a double press acts once, and reads the record again after any result. Returns
   * whether it was done.
   */
  async function act(run: (told: Told) => Promise<End>): Promise<boolean> {
    const shown = $view.get();
    if (shown.state !== 'ready' || running.has(shown.id)) return false;
    running.add(shown.id);
    $act.set({ state: 'busy' });
    const end = await run(shown.told);
    await read(shown.id);
    running.delete(shown.id);
    const now = $view.get();
    // Another record may be open by now, and it has its own actions.
    if (now.state === 'closed' || now.id !== shown.id) return false;
    $act.set(end);
    return end.state === 'done';
  }

  return { $view, $act, watch, open, close, retry, hrefOf, act };
}
