import * as v from 'valibot';
import { type EntryName, eraseEntries, saveEntry, readEntries } from '#browser/saved-roster.ts';
import { staffTiming } from '#config/staff.ts';
import { logViews } from '../api.ts';

/** A record that a coach viewed a child's health details. The server has not logged it yet. */
const HealthView = v.object({ placeId: v.string(), day: v.string(), childId: v.string(), at: v.string() });
type HealthView = v.InferOutput<typeof HealthView>;

const entryNameOf = ({ placeId, day, childId }: HealthView): EntryName => `view ${day} ${placeId} ${childId}`;

/**
 * Logs that a coach viewed a child's health details, once per child, day and session or camp. Offline, the entries
 * are stored encrypted and sent later.
 */
export function createHealthViews(userId: string) {
  const loggedNames = new Set<string>();
  const unsent = new Map<string, HealthView>();
  let sending: Promise<void> | null = null;

  async function load(): Promise<void> {
    for (const [name, value] of await readEntries(userId, 'view ')) {
      const parsed = v.safeParse(HealthView, value);
      if (!parsed.success) continue;
      loggedNames.add(name);
      unsent.set(name, parsed.output);
    }
  }

  /** Logs a view. `dayEnds` is in milliseconds, by this device's clock. */
  async function log(view: HealthView, dayEnds: number): Promise<void> {
    const name = entryNameOf(view);
    if (loggedNames.has(name)) return;
    loggedNames.add(name);
    unsent.set(name, view);
    await saveEntry(name, userId, view, dayEnds + staffTiming.LATE_MARKS_MS);
    await send();
  }

  async function sendAll(): Promise<void> {
    const rosters = new Map<string, HealthView[]>();
    for (const view of unsent.values()) {
      const key = `${view.placeId} ${view.day}`;
      rosters.set(key, [...(rosters.get(key) ?? []), view]);
    }
    for (const views of rosters.values()) {
      const [first] = views;
      if (!first) continue;
      const answer = await logViews(
        first.placeId,
        first.day,
        views.map(({ childId, at }) => ({ child_id: childId, viewed_at: at })),
      );
      // Invalid entries are deleted too, because otherwise they would be sent for ever.
      if (!answer.ok && answer.code !== 'invalid_input') continue;
      await eraseEntries(...views.map(entryNameOf));
      for (const view of views) unsent.delete(entryNameOf(view));
    }
  }

  async function send(): Promise<void> {
    if (unsent.size === 0) return;
    sending ??= sendAll().finally(() => (sending = null));
    await sending;
  }

  return { load, log, send };
}
