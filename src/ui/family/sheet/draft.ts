import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import type { Values } from '../../kit/form/field.ts';
import type { Draft } from '../../kit/form/state.ts';

const Drafts = v.record(v.string(), v.record(v.string(), v.string()));

/**
 * Returns whether a field may be saved in the browser's storage. Health, behaviour and contacts never are (decisions
 * "What the browser remembers").
 */
export const maySave = (path: string): boolean => !/^(health|behaviour)\.|special_instructions/.test(path);

/** Returns the draft of a person's profile, which is text that was typed but not saved yet. */
export const profileDraft = (personId: string): Draft<Values> => ({
  read: () => readStored(rareKeys.familyDrafts, Drafts)?.[personId] ?? {},
  write: (typed) => {
    const saved = Object.fromEntries(Object.entries(typed).filter(([path]) => maySave(path)));
    const { [personId]: _before, ...others } = readStored(rareKeys.familyDrafts, Drafts) ?? {};
    writeStored(
      rareKeys.familyDrafts,
      Object.keys(saved).length > 0 ? { ...others, [personId]: saved } : others,
    );
  },
});
