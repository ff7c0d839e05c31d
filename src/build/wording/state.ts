import { createHash } from 'node:crypto';
import type { LanguageId } from '#config/languages.ts';
import type { Change } from '#contract/wording.ts';

export interface Sentences {
  read: () => Promise<readonly Change[]>;
  /** Reads the changed sentences of the other language. */
  readTranslated: () => Promise<readonly Change[]>;
}

/** Reads the sentences that replace those of the code. `state` changes with them. */
export async function readSentences({ read, readTranslated }: Sentences, language: LanguageId) {
  const own = await read();
  const translated = language === 'en' ? [] : await readTranslated();
  const state = createHash('sha256')
    .update(JSON.stringify([own, translated]))
    .digest('hex');
  return { own, translated, state };
}
