import { atom } from 'nanostores';
import { isUuid } from '../../domain/uuid.ts';

export type OpenedView<Story, Code> =
  | { state: 'closed' }
  | { state: 'loading'; id: string }
  | { state: 'failed'; id: string; code: Code }
  | { state: 'ready'; id: string; story: Story };

type Read<Story, Code> = (id: string) => Promise<{ ok: true; value: Story } | { ok: false; code: Code }>;

/** What somebody opened beside a list: the address names it under `name`, it is read whole, and things are done about it. */
export function createOpened<Story, Code, End extends { state: 'done' | 'refused' }>(
  name: string,
  read: Read<Story, Code>,
  onRead: (story: Story) => void,
) {
  const $view = atom<OpenedView<Story, Code>>({ state: 'closed' });
  const $act = atom<{ state: 'idle' } | { state: 'busy' } | End>({ state: 'idle' });
  /** Those with an act under way, also while another one is looked at. */
  const running = new Set<string>();

  async function readAnew(id: string): Promise<void> {
    const answer = await read(id);
    const shown = $view.get();
    // Another one was opened meanwhile.
    if (shown.state === 'closed' || shown.id !== id) return;
    if (answer.ok) {
      $view.set({ state: 'ready', id, story: answer.value });
      onRead(answer.value);
    } else if (shown.state !== 'ready') $view.set({ state: 'failed', id, code: answer.code });
  }

  function showAddressed(): void {
    const id = new URLSearchParams(location.search).get(name);
    const shown = $view.get();
    if (id === null || !isUuid(id)) $view.set({ state: 'closed' });
    else if (shown.state === 'closed' || shown.id !== id) {
      $act.set({ state: running.has(id) ? 'busy' : 'idle' });
      $view.set({ state: 'loading', id });
      void readAnew(id);
    }
  }

  function hrefOf(id: string): string {
    const query = new URLSearchParams(location.search);
    query.set(name, id);
    return `${location.pathname}?${query.toString()}`;
  }
  function open(id: string): void {
    history.pushState(history.state, '', hrefOf(id));
    showAddressed();
  }
  function close(): void {
    const query = new URLSearchParams(location.search);
    query.delete(name);
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
    await readAnew(shown.id);
  }

  /** One act at a time: what is pressed twice is done once. Whatever came of it, the story is read anew; was it done? */
  async function act(run: (story: Story) => Promise<End>): Promise<boolean> {
    const shown = $view.get();
    if (shown.state !== 'ready' || running.has(shown.id)) return false;
    running.add(shown.id);
    $act.set({ state: 'busy' });
    const end = await run(shown.story);
    await readAnew(shown.id);
    running.delete(shown.id);
    const now = $view.get();
    // Another story may stand there by now, and has its own acts.
    if (now.state === 'closed' || now.id !== shown.id) return false;
    $act.set(end);
    return end.state === 'done';
  }

  return { $view, $act, watch, open, close, retry, hrefOf, act };
}
