import type { Document } from '../../src/config/text-sources.ts';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { unusableOf } from '../overview/content.ts';
import { countTranslations } from '../translation/count.ts';

/** A part of a published document that families do not see, although the site was built with it. */
export interface LeftOut {
  label: string;
  text: string;
}

/** Returns the changed sentences of a screen that the site does not use, or null if it uses all of them. */
export function leftOutOfWording(document: { _id: string }): LeftOut | null {
  const count = unusableOf(document).length;
  return count === 0
    ? null
    : {
        label: 'Live, partly unused',
        text: `The site shows our own sentence instead of ${plural(count, 'sentence', 'sentences')} of yours, because our sentence has changed since. The form says which.`,
      };
}

/**
 * Returns what stays English on the Chinese pages, or null. `documents` are the translated one and all translations.
 */
export function leftOutOfTranslation(documents: readonly Document[], id: string): LeftOut | null {
  const progress = countTranslations(documents).find((one) => one.id === id);
  if (!progress)
    return {
      label: 'Live, unused',
      text: 'The document that it translates is not published or has no texts, so no page shows this.',
    };
  const { missing, unread, outdated } = progress;
  const parts = [
    missing > 0 ? `${plural(missing, 'text stays', 'texts stay')} English on the Chinese pages` : '',
    outdated > 0
      ? `${plural(outdated, 'translation is', 'translations are')} of an English text that has changed`
      : '',
    unread > 0 ? `${plural(unread, 'proposal waits', 'proposals wait')} for somebody to read it` : '',
  ].filter(Boolean);
  return parts.length === 0 ? null : { label: 'Live, partly English', text: `${parts.join(', ')}.` };
}
