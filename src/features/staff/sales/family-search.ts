import type { DeskFamilies } from '#contract/desk.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { staffTiming } from '#config/staff.ts';
import * as api from './api.ts';
import { isContact } from './model.ts';

export type FamilySearch =
  | { state: 'idle' }
  | { state: 'searching' }
  | { state: 'failed'; code: ErrorCode }
  | ({ state: 'found' } & DeskFamilies);

/** A coach finds a family only by a complete e-mail address or phone number. */
export function createFamilySearch(isManager: boolean) {
  const $search = atom('');
  const $families = atom<FamilySearch>({ state: 'idle' });

  let searching: ReturnType<typeof setTimeout> | undefined;
  let latestSearch = 0;
  function search(text: string): void {
    $search.set(text);
    clearTimeout(searching);
    latestSearch++;
    const canFind = isManager ? text.trim().length > 1 : isContact(text);
    if (!canFind) $families.set({ state: 'idle' });
    else searching = setTimeout(() => void find(text.trim()), staffTiming.SEARCH_AFTER_MS);
  }
  async function find(text: string): Promise<void> {
    const request = ++latestSearch;
    $families.set({ state: 'searching' });
    const answer = await api.findFamilies(text);
    if (request !== latestSearch) return;
    $families.set(answer.ok ? { state: 'found', ...answer.value } : { state: 'failed', code: answer.code });
  }
  return { $search, $families, search };
}
