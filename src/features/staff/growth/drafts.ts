import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import type { Values } from './model.ts';

const Drafts = v.record(v.string(), v.record(v.string(), v.string()));

/**
 * Saves what a coach typed about one child on this device, so that it survives a reload and a lost network. The key has
 * ids only. Signing out deletes all drafts.
 */
export const reportDraft = (userId: string, campId: string, childId: string) => {
  const key = [userId, campId, childId].join(' ');
  return {
    read: (): Partial<Values> => readStored(rareKeys.growthDrafts, Drafts)?.[key] ?? {},
    write: (typed: Partial<Values>): void => {
      const { [key]: _before, ...others } = readStored(rareKeys.growthDrafts, Drafts) ?? {};
      const drafts = Object.keys(typed).length > 0 ? { ...others, [key]: typed } : others;
      if (Object.keys(drafts).length > 0) writeStored(rareKeys.growthDrafts, drafts);
      else forget(rareKeys.growthDrafts);
    },
  };
};
