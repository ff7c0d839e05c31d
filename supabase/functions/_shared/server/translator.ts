import * as v from 'valibot';

/** Proposes translations of our texts into Chinese. Somebody reads each proposal before it is published. */
export interface Translator {
  /** The proposals are in the order of the texts. A proposal is null if it would lose a placeholder. */
  propose: (texts: readonly string[]) => Promise<(string | null)[]>;
}

/** An answer in DeepL's format. */
const Answer = v.object({ translations: v.array(v.object({ text: v.string() })) });
const USUAL_URL = 'https://api.deepl.com';
const TIMEOUT_MS = 20_000;
const HOLES = /\{[^{}]+\}/g;

/**
 * Returns a provider with DeepL's protocol. Returns null if there is no key, and Studio then offers no proposals.
 * Another provider needs another implementation of `Translator`. Placeholders are sent as elements that are not
 * translated.
 */
export function createTranslator(
  env: { TRANSLATION_API_KEY?: string | undefined; TRANSLATION_API_URL?: string | undefined },
  request: typeof fetch = fetch,
): Translator | null {
  const { TRANSLATION_API_KEY: key, TRANSLATION_API_URL: url = USUAL_URL } = env;
  if (!key) return null;
  return {
    async propose(texts) {
      const response = await request(`${url}/v2/translate`, {
        method: 'POST',
        headers: { authorization: `DeepL-Auth-Key ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          text: texts.map(marked),
          ...{ source_lang: 'EN', target_lang: 'ZH-HANS', tag_handling: 'xml', ignore_tags: ['x'] },
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`The translator answered ${response.status}`);
      const { translations } = v.parse(Answer, await response.json());
      return texts.map((text, index) => checked(text, translations[index]?.text ?? ''));
    },
  };
}

const marked = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(HOLES, (hole) => `<x>${hole}</x>`);

/** Returns the proposal, or null if it is empty or its placeholders differ from those of the text. */
function checked(text: string, answer: string): string | null {
  const plain = answer
    .replaceAll(/<\/?x>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
  const holesOf = (one: string) => (one.match(HOLES) ?? []).toSorted().join();
  return plain !== '' && holesOf(plain) === holesOf(text) ? plain : null;
}
