import { atom, type ReadableAtom } from 'nanostores';
import { onReturn } from '#browser/on-return.ts';
import { isUuid } from '#domain/uuid.ts';
import { type Action, createAction } from './action.ts';

export type Answer<Record, Code> =
  | { ok: true; value: Record }
  | { ok: false; code: Code; field?: string; names?: readonly string[] };

export type DetailView<Record, Code extends string> =
  | { state: 'closed' }
  | { state: 'loading'; id: string }
  | { state: 'failed'; id: string; code: Code }
  | { state: 'ready'; id: string; record: Record };

interface Rules<Record, Code extends string> {
  name: string;
  /** Returns whether a text can be an id. By default, ids are UUIDs. */
  isId?: (text: string) => boolean;
  read: (id: string) => Promise<Answer<Record, Code>>;
  /** True if the record is read again when the user returns to this tab, because another tab may change it. */
  readsOnReturn?: boolean;
  /** Called after each read, because the row in the list may be outdated. */
  onRead?: (record: Record) => void;
}

/** Creates the store of the record that the address names. Its actions run one at a time. */
export function createDetail<
  Record,
  Code extends string,
  Outcome extends { state: 'done' | 'refused' } = never,
>(rules: Rules<Record, Code>) {
  const $view = atom<DetailView<Record, Code>>({ state: 'closed' });
  const $busy = atom(false);
  const $outcome = atom<Outcome | null>(null);
  /** The actions by the record's id, because an action continues when another record is opened. */
  const actions = new Map<string, Action<Outcome>>();

  async function read(id: string): Promise<void> {
    const answer = await rules.read(id);
    // The user may have opened another record while this one loaded.
    if (!isOpen(id)) return;
    if (answer.ok) {
      $view.set({ state: 'ready', id, record: answer.value });
      rules.onRead?.(answer.value);
    } else if ($view.get().state !== 'ready') $view.set({ state: 'failed', id, code: answer.code });
  }

  function readAddress(): void {
    const id = new URLSearchParams(location.search).get(rules.name);
    const view = $view.get();
    if (id === null || !(rules.isId ?? isUuid)(id)) $view.set({ state: 'closed' });
    else if (view.state === 'closed' || view.id !== id) {
      if (actions.get(id)?.$busy.get() !== true) actions.delete(id);
      $view.set({ state: 'loading', id });
      showAction(id);
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
    readAddress();
  }
  function close(): void {
    const query = new URLSearchParams(location.search);
    query.delete(rules.name);
    const text = query.toString();
    history.replaceState(history.state, '', location.pathname + (text === '' ? '' : `?${text}`));
    readAddress();
  }

  function readAgain(): void {
    const view = $view.get();
    if (view.state === 'ready' && !$busy.get()) void read(view.id);
  }

  /** Follows the address once the screen mounts. Returns a function that stops this. */
  function watch(): () => void {
    readAddress();
    addEventListener('popstate', readAddress);
    const stop = rules.readsOnReturn === true ? onReturn(readAgain) : null;
    return () => {
      removeEventListener('popstate', readAddress);
      stop?.();
    };
  }

  async function retry(): Promise<void> {
    const view = $view.get();
    if (view.state !== 'failed') return;
    $view.set({ state: 'loading', id: view.id });
    await read(view.id);
  }

  const isOpen = (id: string): boolean => {
    const view = $view.get();
    return view.state !== 'closed' && view.id === id;
  };
  function showAction(id: string): void {
    if (!isOpen(id)) return;
    $outcome.set(actions.get(id)?.$outcome.get() ?? null);
    $busy.set(actions.get(id)?.$busy.get() ?? false);
  }

  async function act(work: (record: Record) => Promise<Outcome>): Promise<boolean> {
    const view = $view.get();
    if (view.state !== 'ready') return false;
    const { id, record } = view;
    const action = actions.get(id) ?? createAction<Outcome>();
    actions.set(id, action);
    const running = action.run(async () => {
      const outcome = await work(record);
      await read(id);
      return outcome;
    });
    showAction(id);
    const outcome = await running.finally(() => showAction(id));
    // Another record may be open by now. It has its own actions.
    return isOpen(id) && outcome?.state === 'done';
  }

  return { $view, $busy, $outcome, watch, open, close, retry, hrefOf, act };
}

/** Converts the answer of a call into the outcome of an action. */
export function outcomeOf<Value, Code extends string, const Done extends { state: 'done' }>(
  answer: Answer<Value, Code>,
  done: (value: Value) => Done,
): Done | { state: 'refused'; code: Code; field?: string; names?: readonly string[] } {
  if (answer.ok) return done(answer.value);
  return {
    state: 'refused',
    code: answer.code,
    ...(answer.field !== undefined && { field: answer.field }),
    ...(answer.names !== undefined && { names: answer.names }),
  };
}

export interface Detail<Record, Code extends string> {
  $view: ReadableAtom<DetailView<Record, Code>>;
  watch: () => () => void;
  open: (id: string) => void;
  close: () => void;
  retry: () => Promise<void>;
  hrefOf: (id: string) => string;
}
