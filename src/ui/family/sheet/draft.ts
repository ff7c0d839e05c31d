import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { mayBeKept, type Values } from './field.ts';

const Drafts = v.record(v.string(), v.record(v.string(), v.string()));

/**
 * Text typed into a profile but not saved, by the person it concerns. It never contains health, behaviour or people.
 */
export const readDraft = (of: string): Values => readStored(storageKeys.familyDrafts, Drafts)?.[of] ?? {};

export function keepDraft(of: string, typed: Values): void {
  const kept = Object.fromEntries(Object.entries(typed).filter(([path]) => mayBeKept(path)));
  const { [of]: _before, ...others } = readStored(storageKeys.familyDrafts, Drafts) ?? {};
  writeStored(storageKeys.familyDrafts, Object.keys(kept).length > 0 ? { ...others, [of]: kept } : others);
}
