import { atom, computed } from 'nanostores';
import { StaffHits } from '#contract/staff-search.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { staffTiming } from '#config/staff.ts';
import { hasManagerRole } from '#domain/managers.ts';
import type { Role } from '#domain/role.ts';
import { findScreens, findSettings, listsWith, type Row, rowOf, SEARCH_MIN } from './model.ts';

export interface Results {
  state: 'idle' | 'searching' | 'ready' | 'failed';
  text: string;
  rows: readonly Row[];
}

const searchStaff = (text: string) =>
  asMember((token) => callRpc('search_staff', { p_search: text }, StaffHits, token));

/** `$chosen` is the row that Enter opens. */
export function createSearch(roles: readonly Role[]) {
  const isManager = hasManagerRole(roles);
  const $text = atom('');
  const $results = atom<Results>({ state: 'idle', text: '', rows: findScreens('', roles) });
  const $chosen = atom(0);
  /** The row whose actions are listed in place of the results, or null. */
  const $opened = atom<Row | null>(null);
  const $rows = computed([$results, $opened], ({ rows }, opened) =>
    opened === null ? rows : [opened, ...(opened.actions ?? [])],
  );
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(results: Results): void {
    $opened.set(null);
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
    if (text.length < SEARCH_MIN) {
      show({ state: 'idle', text, rows: findScreens(text, roles) });
      return;
    }
    $results.set({ state: 'searching', text: previousText, rows });
    timer = setTimeout(() => void search(text), staffTiming.SEARCH_AFTER_MS);
  }

  /** Moves the choice. After the last row comes the first one, and the other way round. */
  function move(step: number): void {
    const { length } = $rows.get();
    if (length > 0) $chosen.set(($chosen.get() + step + length) % length);
  }

  /** Returns the chosen row, or null while the rows belong to an earlier text. */
  function chosenRow(): Row | null {
    return $results.get().state === 'searching' ? null : ($rows.get()[$chosen.get()] ?? null);
  }

  /** Lists the actions of a row, and returns false if it has none. */
  function openActions(row: Row | null = chosenRow()): boolean {
    if (row === null || row === $opened.get() || (row.actions ?? []).length === 0) return false;
    $opened.set(row);
    $chosen.set(1);
    return true;
  }
  /** Returns to the results, and to the row that was chosen there. */
  function closeActions(): boolean {
    const opened = $opened.get();
    if (opened === null) return false;
    $opened.set(null);
    $chosen.set(Math.max(0, $results.get().rows.indexOf(opened)));
    return true;
  }

  return {
    $text,
    $results,
    $rows,
    $opened,
    $chosen,
    type,
    move,
    chosen: chosenRow,
    openActions,
    closeActions,
  };
}
