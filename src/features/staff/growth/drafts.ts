import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import type { DeniedReason } from '#api/access.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import type { Values } from './model.ts';

/**
 * The number of days for which unsent drafts stay on a device. It is longer than coaches may write
 * reports.
 */
const DRAFT_DAYS = 30;
const DAY_MS = 86_400_000;

const Draft = v.object({
  typed: v.record(v.string(), v.string()),
  /** The version of the report on which the draft is based, or null if there was no report. */
  version: v.nullable(v.number()),
  /** The time in milliseconds after which the draft is deleted. */
  until: v.number(),
});
const Drafts = v.record(v.string(), Draft);
type Drafts = v.InferOutput<typeof Drafts>;
export type Kept = Pick<v.InferOutput<typeof Draft>, 'typed' | 'version'>;

const readAll = (): Drafts => readStored(rareKeys.growthDrafts, Drafts) ?? {};

function writeAll(drafts: Drafts): void {
  if (Object.keys(drafts).length > 0) writeStored(rareKeys.growthDrafts, drafts);
  else forget(rareKeys.growthDrafts);
}

/**
 * Deletes all drafts of somebody who is no longer staff. For anybody else, it deletes only drafts
 * that are too old, because a coach must not lose a draft if the session has ended or the server
 * does not answer.
 */
export function forgetDrafts(reason: DeniedReason): Promise<void> {
  if (reason === 'not_allowed') forget(rareKeys.growthDrafts);
  else writeAll(Object.fromEntries(Object.entries(readAll()).filter(([, { until }]) => until > Date.now())));
  return Promise.resolve();
}

/** Deletes drafts of other people who used this device, and those that are too old. */
export const dropForeignDrafts = (userId: string): void =>
  writeAll(
    Object.fromEntries(
      Object.entries(readAll()).filter(
        ([key, { until }]) => key.startsWith(`${userId} `) && until > Date.now(),
      ),
    ),
  );

const draftsOf = (userId: string, campId: string | null): [key: string, Kept][] =>
  Object.entries(readAll()).filter(([key]) =>
    key.startsWith(campId === null ? `${userId} ` : `${userId} ${campId} `),
  );

/** Returns whether the user has unsent drafts on this device, for one camp or for any. */
export const hasDrafts = (userId: string, campId: string | null): boolean =>
  draftsOf(userId, campId).length > 0;

/**
 * Returns the unsent sentences about children of a camp, for a coach who can no longer send them.
 */
export const keptSentences = (userId: string, campId: string): string[] =>
  draftsOf(userId, campId)
    .map(([, { typed }]) => typed['sentence'] ?? '')
    .filter((sentence) => sentence !== '');

export const deleteDrafts = (userId: string, campId: string): void =>
  writeAll(
    Object.fromEntries(Object.entries(readAll()).filter(([key]) => !key.startsWith(`${userId} ${campId} `))),
  );

/**
 * Saves what a coach typed about one child on this device, so that it survives a reload and a lost network. The key has
 * ids only. Signing out deletes all drafts.
 */
export const reportDraft = (userId: string, campId: string, childId: string) => {
  const key = [userId, campId, childId].join(' ');
  return {
    read: (): Kept | null => readAll()[key] ?? null,
    write(typed: Partial<Values>, version: number | null): void {
      const { [key]: _before, ...others } = readAll();
      const given = Object.fromEntries(
        Object.entries(typed).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
      );
      writeAll(
        Object.keys(given).length > 0
          ? { ...others, [key]: { typed: given, version, until: Date.now() + DRAFT_DAYS * DAY_MS } }
          : others,
      );
    },
  };
};
