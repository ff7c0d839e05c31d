import { atom } from 'nanostores';
import { readPages } from './pages.ts';
import { type Query, type QueryRules, readQuery, sameQuery, writeQuery } from './query.ts';

interface Page<Row> {
  rows: Row[];
  /** The key of the next page, or null after the last page. */
  next: string | null;
  /** The number of rows up to the counting limit. Null except on the first page. */
  count: number | null;
  /** True if there are more rows than `count`. Null except on the first page. */
  more: boolean | null;
}
export type PageAnswer<Row> = { ok: true; value: Page<Row> } | { ok: false; code: string };

export interface ListRules<Row> extends QueryRules {
  /** Reads a page. `after` is the key of the page, or null for the first page. */
  read: (query: Query, after: string | null, limit: number) => Promise<PageAnswer<Row>>;
}

export type View<Row> =
  | { state: 'loading' }
  | { state: 'failed'; code: string }
  /** While `turning` is true, another page or query is loading. `late` means that it failed to load. */
  | {
      state: 'ready';
      rows: readonly Row[];
      next: string | null;
      count: number;
      more: boolean;
      turning: boolean;
      late: string | null;
    };

/** The number of rows of a page on the screen. */
const PAGE_ROWS = 50;
/** The number of rows of a page of an export, which is the largest that the database returns. */
const FILE_ROWS = 1000;

/** Returns the rows of all pages, as `readPages` does. */
export type Pages<Row> = (
  signal: AbortSignal,
  onWait: (waits: boolean) => void,
) => AsyncGenerator<readonly Row[], void, undefined>;

/** Creates the store of a list whose query is in the address, and whose rows are loaded page by page. */
export function createList<Row>(rules: ListRules<Row>) {
  const $query = atom<Query>({ filter: {}, sort: rules.sorts[0] });
  const $view = atom<View<Row>>({ state: 'loading' });
  /** The number of the latest request. Answers to earlier requests are ignored. */
  let lastRequest = 0;

  async function readFirst(): Promise<void> {
    const ticket = ++lastRequest;
    const view = $view.get();
    $view.set(view.state === 'ready' ? { ...view, turning: true, late: null } : { state: 'loading' });
    const answer = await rules.read($query.get(), null, PAGE_ROWS);
    if (ticket !== lastRequest) return;
    if (!answer.ok) {
      $view.set({ state: 'failed', code: answer.code });
      return;
    }
    const { rows, next, count, more } = answer.value;
    $view.set({
      state: 'ready',
      rows,
      next,
      turning: false,
      late: null,
      count: count ?? rows.length,
      more: more ?? false,
    });
  }

  /** Reads the next page. Calls while it is loading do nothing. */
  async function readMore(): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready' || view.turning || view.next === null) return;
    const ticket = ++lastRequest;
    $view.set({ ...view, turning: true, late: null });
    const answer = await rules.read($query.get(), view.next, PAGE_ROWS);
    if (ticket !== lastRequest) return;
    if (!answer.ok) $view.set({ ...view, turning: false, late: answer.code });
    else
      $view.set({
        ...view,
        turning: false,
        late: null,
        rows: [...view.rows, ...answer.value.rows],
        next: answer.value.next,
      });
  }

  function show(query: Query): void {
    if (sameQuery(query, $query.get(), rules)) return;
    $query.set(query);
    void readFirst();
  }

  /**
   * Sets another query and its address. If `typed` is true, it replaces the history entry, so that a step back leaves
   * the whole search.
   */
  function ask(query: Query, { typed = false } = {}): void {
    if (sameQuery(query, $query.get(), rules)) return;
    const address = location.pathname + writeQuery(location.search, query, rules) + location.hash;
    if (typed) history.replaceState(history.state, '', address);
    else history.pushState(history.state, '', address);
    show(query);
  }

  function filterBy(name: string, value: string, options?: { typed?: boolean }): void {
    const { filter, sort } = $query.get();
    const otherFilters = Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name));
    ask({ filter: value === '' ? otherFilters : { ...otherFilters, [name]: value }, sort }, options);
  }

  const sortBy = (sort: string): void => ask({ ...$query.get(), sort });
  const showAll = (): void => ask({ filter: {}, sort: rules.sorts[0] });

  /** Follows the address, including steps back in the history. Returns a function that stops this. */
  function open(): () => void {
    $query.set(readQuery(location.search, rules));
    void readFirst();
    const readAddress = () => show(readQuery(location.search, rules));
    addEventListener('popstate', readAddress);
    return () => removeEventListener('popstate', readAddress);
  }

  function replace(isIt: (row: Row) => boolean, row: Row): void {
    const view = $view.get();
    if (view.state === 'ready') $view.set({ ...view, rows: view.rows.map((old) => (isIt(old) ? row : old)) });
  }

  const pages: Pages<Row> = async function* (signal, onWait) {
    const query = $query.get();
    const read = (after: string | null) => rules.read(query, after, FILE_ROWS);
    for await (const { rows } of readPages(read, { signal, onWait })) yield rows;
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
