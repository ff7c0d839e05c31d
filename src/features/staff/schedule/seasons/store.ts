import type { ErrorCode } from '#contract/errors.ts';
import type { CloseDay, Season, SeasonFields, Seasons } from '#contract/seasons.ts';
import { atom } from 'nanostores';
import { isUuid } from '#domain/uuid.ts';
import { createCollection } from '#ui/kit/collection.ts';
import { outcomeOf } from '#ui/kit/detail.ts';
import type { ScheduleStore } from '../store.ts';
import * as api from './api.ts';

export type Outcome =
  | { state: 'done'; what: 'saved' | 'closed' | 'opened'; made: number }
  | { state: 'done'; what: 'deleted' | 'cancelled' }
  | { state: 'refused'; code: ErrorCode; field?: string };

export function createSeasonsStore(schedule: Pick<ScheduleStore, 'refreshAfterChange' | 'readPlan'>) {
  const $horizon = atom<Omit<Seasons, 'seasons'> | null>(null);
  const collection = createCollection<Season, ErrorCode, Outcome>({
    name: 'season',
    isId: isUuid,
    idOf: ({ id }) => id,
    notFound: 'season_not_found',
    async fetch() {
      const answer = await api.fetchSeasons();
      if (!answer.ok) return answer;
      const { seasons, ...horizon } = answer.value;
      $horizon.set(horizon);
      return { ok: true, value: seasons };
    },
  });

  /** Reads sessions and seasons again, because other views of the schedule show them, too. */
  function refreshSchedule(): void {
    schedule.refreshAfterChange();
    void schedule.readPlan();
  }

  async function create(fields: SeasonFields) {
    const answer = await api.saveSeason(null, fields, null);
    if (answer.ok) {
      refreshSchedule();
      await collection.read();
    }
    return answer;
  }

  /** Saves a season. Returns the answer for the form, or null if another action is running. */
  async function save(fields: SeasonFields) {
    const answers: Awaited<ReturnType<typeof api.saveSeason>>[] = [];
    await collection.act(async ({ id, fields: original }) => {
      const answer = await api.saveSeason(id, fields, original);
      answers.push(answer);
      return outcomeOf(answer, ({ made }) => ({ state: 'done', what: 'saved', made }));
    });
    refreshSchedule();
    return answers[0] ?? null;
  }

  /** Closes a day. Returns the answer for the form, or null if another action is running. */
  async function close({ p_day, p_reason }: CloseDay) {
    const answers: Awaited<ReturnType<typeof api.setClosedDay>>[] = [];
    await collection.act(async () => {
      const answer = await api.setClosedDay(p_day, true, p_reason);
      answers.push(answer);
      return outcomeOf(answer, ({ made }) => ({ state: 'done', what: 'closed', made }));
    });
    refreshSchedule();
    return answers[0] ?? null;
  }

  /** Closes a public holiday, or opens a closed day. */
  async function toggle(day: string, isClosed: boolean): Promise<void> {
    await collection.act(async () =>
      outcomeOf(await api.setClosedDay(day, isClosed, null), ({ made }) => ({
        state: 'done',
        what: isClosed ? 'closed' : 'opened',
        made,
      })),
    );
    refreshSchedule();
  }

  async function withdraw(): Promise<void> {
    const isDone = await collection.act(async ({ id }) =>
      outcomeOf(await api.withdrawSeason(id), () => ({ state: 'done', what: 'deleted' })),
    );
    refreshSchedule();
    if (isDone) collection.close();
  }

  /** Reads the seasons again after sessions were cancelled. */
  const rereadAfterCancel = () => collection.act(() => Promise.resolve({ state: 'done', what: 'cancelled' }));

  return {
    ...collection,
    $horizon,
    refreshSchedule,
    create,
    save,
    closeDay: close,
    toggle,
    withdraw,
    rereadAfterCancel,
  };
}
export type SeasonsStore = ReturnType<typeof createSeasonsStore>;
