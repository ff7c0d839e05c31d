import { atom } from 'nanostores';
import { staffTiming } from '#config/staff.ts';
import { type Query, type QueryRules, readQuery, sameQuery, writeQuery } from './query.ts';

interface Page<Row> {
  rows: Row[];
  /** Where the next page begins; null: this was the last. */
  next: string | null;
  /** Of the first page: how many there are, as far as they were counted, and whether there are more. */
  count: number | null;
  more: boolean | null;
}
export type PageAnswer<Row> = { ok: true; value: Page<Row> } | { ok: false; code: string };

export interface ListRules<Row> extends QueryRules {
  /** A page by its key, `after` null for the first one. */
  read: (query: Query, after: string | null, limit: number) => Promise<PageAnswer<Row>>;
}

export type View<Row> =
  | { state: 'loading' }
  | { state: 'failed'; code: string }
  /** `turning`: another page, or another query, is on its way; `late`: that did not come. */
  | {
      state: 'ready';
      rows: readonly Row[];
      next: string | null;
      count: number;
      more: boolean;
      turning: boolean;
      late: string | null;
    };

/** Rows that a page has; a file is read in larger ones, the largest that a list answers. */
const PAGE_ROWS = 50;
const FILE_ROWS = 1000;

/** All pages of something, one after the other; `onWait` hears when it has to wait, and when it goes on. */
export type Pages<Row> = (
  wanted: AbortSignal,
  onWait: (waits: boolean) => void,
) => AsyncGenerator<readonly Row[], void, undefined>;

/** A list that is never loaded whole: its query is the address, its rows come page by page. */
export function createList<Row>(rules: ListRules<Row>) {
  const $query = atom<Query>({ filter: {}, sort: rules.sorts[0] });
  const $view = atom<View<Row>>({ state: 'loading' });
  /** Answers to what was asked before something newer count for nothing. */
  let asked = 0;

  async function readFirst(): Promise<void> {
    const ticket = ++asked;
    const shown = $view.get();
    $view.set(shown.state === 'ready' ? { ...shown, turning: true, late: null } : { state: 'loading' });
    const answer = await rules.read($query.get(), null, PAGE_ROWS);
    if (ticket !== asked) return;
    if (!answer.ok) {
      $view.set({ state: 'failed', code: answer.code });
      return;
    }
    const { rows, next, count, more } = answer.value;
    $view.set({
      ...{ state: 'ready', rows, next, turning: false, late: null },
      ...{ count: count ?? rows.length, more: more ?? false },
    });
  }

  /** The next page, once: a scroll that asks again meanwhile asks for the same. */
  async function readMore(): Promise<void> {
    const shown = $view.get();
    if (shown.state !== 'ready' || shown.turning || shown.next === null) return;
    const ticket = ++asked;
    $view.set({ ...shown, turning: true, late: null });
    const answer = await rules.read($query.get(), shown.next, PAGE_ROWS);
    if (ticket !== asked) return;
    if (!answer.ok) $view.set({ ...shown, turning: false, late: answer.code });
    else
      $view.set({
        ...{ ...shown, turning: false, late: null },
        ...{ rows: [...shown.rows, ...answer.value.rows], next: answer.value.next },
      });
  }

  function show(query: Query): void {
    if (sameQuery(query, $query.get(), rules)) return;
    $query.set(query);
    void readFirst();
  }

  /** Another query, which becomes the address; `typed`: no step back for each letter. */
  function ask(query: Query, { typed = false } = {}): void {
    if (sameQuery(query, $query.get(), rules)) return;
    const address = location.pathname + writeQuery(location.search, query, rules) + location.hash;
    if (typed) history.replaceState(history.state, '', address);
    else history.pushState(history.state, '', address);
    show(query);
  }

  function filterBy(name: string, value: string, options?: { typed?: boolean }): void {
    const { filter, sort } = $query.get();
    const rest = Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name));
    ask({ filter: value === '' ? rest : { ...rest, [name]: value }, sort }, options);
  }

  const sortBy = (sort: string): void => ask({ ...$query.get(), sort });
  const showAll = (): void => ask({ filter: {}, sort: rules.sorts[0] });

  /** While the screen is drawn: what the address says, also after a step back. */
  function open(): () => void {
    $query.set(readQuery(location.search, rules));
    void readFirst();
    const stepped = () => show(readQuery(location.search, rules));
    addEventListener('popstate', stepped);
    return () => removeEventListener('popstate', stepped);
  }

  /** A row that was changed elsewhere: it stays where it stands. */
  function replace(isIt: (row: Row) => boolean, row: Row): void {
    const shown = $view.get();
    if (shown.state === 'ready')
      $view.set({ ...shown, rows: shown.rows.map((old) => (isIt(old) ? row : old)) });
  }

  /**
   * All pages of what is shown: nothing keeps them together. However many there are: who asked too often waits, and
   * goes on. Throws the code of a page that fails.
   */
  const pages: Pages<Row> = async function* (wanted, onWait) {
    const query = $query.get();
    let after: string | null = null;
    let isLast = false;
    while (!isLast) {
      wanted.throwIfAborted();
      const answer: PageAnswer<Row> = await rules.read(query, after, FILE_ROWS);
      if (!answer.ok && answer.code !== 'rate_limited') throw new Error(answer.code);
      onWait(!answer.ok);
      if (answer.ok) {
        yield answer.value.rows;
        after = answer.value.next;
        isLast = after === null;
      } else await rest(staffTiming.FILE_WAIT_MS, wanted);
    }
  };

  return {
    rules,
    $query,
    $view,
    open,
    read: readFirst,
    readMore,
    ask,
    filterBy,
    sortBy,
    showAll,
    replace,
    pages,
  };
}
export type List<Row> = ReturnType<typeof createList<Row>>;

const rest = (ms: number, wanted: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    wanted.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('stopped'));
    });
  });
