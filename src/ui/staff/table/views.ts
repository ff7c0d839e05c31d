import { atom } from 'nanostores';
import { readText, writeText } from '#browser/text-storage.ts';
import { brand } from '#config/brand.ts';

/** A query that a user saved under a name. It is stored as the search part of the address. */
export interface SavedView {
  name: string;
  search: string;
}

/** A view that all users have. `count` is the number of rows in it. */
export interface OwnView extends SavedView {
  count?: number;
}

/** The key of saved views. They belong to this browser, like its theme, and contain no personal data. */
const KEY = `${brand.slug}_staff_views`;
const VIEWS_MAX = 20;
export const VIEW_NAME_MAX = 40;

function readAll(): Record<string, SavedView[]> {
  try {
    const stored: unknown = JSON.parse(readText(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).map(([list, views]) => [list, Array.isArray(views) ? views.filter(isView) : []]),
    );
  } catch {
    return {};
  }
}

const isView = (view: unknown): view is SavedView =>
  typeof view === 'object' &&
  view !== null &&
  'name' in view &&
  typeof view.name === 'string' &&
  'search' in view &&
  typeof view.search === 'string';

export function createViews(list: string) {
  const $views = atom<readonly SavedView[]>(readAll()[list] ?? []);

  function keep(views: readonly SavedView[]): void {
    $views.set(views);
    writeText(KEY, JSON.stringify({ ...readAll(), [list]: views }));
  }

  function save(name: string, search: string): void {
    const view = { name: name.trim().slice(0, VIEW_NAME_MAX), search };
    if (view.name === '') return;
    keep([...$views.get().filter((other) => other.name !== view.name), view].slice(-VIEWS_MAX));
  }

  function remove(name: string): () => void {
    const removed = $views.get().filter((view) => view.name === name);
    keep($views.get().filter((view) => view.name !== name));
    return () => keep([...$views.get().filter((view) => view.name !== name), ...removed]);
  }

  return { $views, save, remove };
}
export type Views = ReturnType<typeof createViews>;
