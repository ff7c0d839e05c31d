import type { ConsentText } from '#contract/orders.ts';
import { atom } from 'nanostores';
import { readConsentTexts } from '../api.ts';
import type { CheckoutForm } from './form.ts';
import type { Purpose } from './model.ts';

export type Texts =
  | { state: 'loading' }
  | { state: 'ready'; texts: ReadonlyMap<Purpose, ConsentText> }
  | { state: 'failed' };

/** Creates the store of consent texts. A tick counts for the version of the text that was shown beside it. */
export function createTexts(form: () => CheckoutForm) {
  const $texts = atom<Texts>({ state: 'loading' });

  async function load(): Promise<void> {
    if ($texts.get().state === 'failed') $texts.set({ state: 'loading' });
    const answer = await readConsentTexts();
    if (!answer.ok) {
      if ($texts.get().state !== 'ready') $texts.set({ state: 'failed' });
      return;
    }
    // Rows are ordered by version, so the highest version of each purpose remains in the map.
    const texts = new Map(answer.value.map((text) => [text.purpose, text]));
    $texts.set({ state: 'ready', texts });
    const { $values, tick } = form();
    for (const { purpose, version } of texts.values()) {
      const tickedVersion = $values.get().consents[purpose];
      if (tickedVersion !== undefined && tickedVersion !== version) tick(purpose, undefined);
    }
  }

  const versions = (): ReadonlyMap<Purpose, number> => {
    const consentTexts = $texts.get();
    return new Map(
      consentTexts.state === 'ready'
        ? [...consentTexts.texts].map(([purpose, { version }]) => [purpose, version])
        : [],
    );
  };

  return { $texts, load, versions };
}
