import { atom } from 'nanostores';
import { StaffHits } from '#contract/staff-search.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { staffTiming } from '#config/staff.ts';
import { manages } from '#domain/managers.ts';
import type { Role } from '#domain/role.ts';
import { findScreens, findSettings, listsWith, type Row, rowOf, SEARCH_LEAST } from './model.ts';

export interface Results {
  state: 'idle' | 'searching' | 'ready' | 'failed';
  text: string;
  rows: readonly Row[];
}

const searchStaff = (text: string) =>
  asMember((token) => callRpc('search_staff', { p_search: text }, StaffHits, token));

/** `$chosen` is the row that Enter opens. */
export function createSearch(roles: readonly Role[]) {
  const isManager = manages(roles);
  const $text = atom('');
  const $results = atom<Results>({ state: 'idle', text: '', rows: findScreens('', roles) });
  const $chosen = atom(0);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(results: Results): void {
    $chosen.set(0);
    $results.set(results);
  }

  async function search(text: string): Promise<void> {
    const answer = await searchStaff(text);
    // Answers may arrive in any order, and only the latest text counts.
    if ($text.get().trim() !== text) return;
    const screens = [...findScreens(text, roles), ...(isManager ? findSettings(text) : [])];
    if (!answer.ok) {
      show({ state: 'failed', text, rows: screens });
      return;
    }
    const hits = answer.value.map((hit, index) => rowOf(hit, isManager, index));
    const lists = isManager && hits.length > 0 ? listsWith(text) : [];
    show({ state: 'ready', text, rows: [...hits, ...screens, ...lists] });
  }

  function type(typedText: string): void {
    $text.set(typedText);
    clearTimeout(timer);
    const text = typedText.trim();
    const { text: previousText, rows } = $results.get();
    if (text.length < SEARCH_LEAST) {
      show({ state: 'idle', text, rows: findScreens(text, roles) });
      return;
    }
    $results.set({ state: 'searching', text: previousText, rows });
    timer = setTimeout(() => void search(text), staffTiming.SEARCH_AFTER_MS);
  }

  /** The choice moves on from the last row to the first, and back. */
  function move(step: number): void {
    const { length } = $results.get().rows;
    if (length > 0) $chosen.set(($chosen.get() + step + length) % length);
  }

  /** Returns null while the rows belong to an earlier text. */
  function chosenRow(): Row | null {
    const { state, rows } = $results.get();
    return state === 'searching' ? null : (rows[$chosen.get()] ?? null);
  }

  return { $text, $results, $chosen, type, move, chosen: chosenRow };
}
