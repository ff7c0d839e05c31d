import { AsyncLocalStorage } from 'node:async_hooks';

/** Changed sentences by their original sentence, e.g. `We hold {} until {}.` (`publishing/wording.ts` writes them). */
export type Wording = Readonly<Record<string, string>>;

export type MailLanguage = 'en' | 'zh';

const current = new AsyncLocalStorage<{ wording: Wording; language: MailLanguage }>();

/** While `work` runs, mails use the sentences that were changed in Studio, in this language. */
export const withWording = <T>(wording: Wording, language: MailLanguage, work: () => T): T =>
  current.run({ wording, language }, work);

/** Returns the family's language while a mail is composed (`private.mail_language`). */
export const mailLanguage = (): MailLanguage => current.getStore()?.language ?? 'en';

/**
 * Returns a sentence that can be changed in Studio (docs/decisions "Sentences are content"). A constant of a module
 * must not call this, because the language is not known when the module loads.
 */
export function say(texts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const wording = current.getStore()?.wording ?? {};
  const ours = texts.join('{}');
  const changed = Object.hasOwn(wording, ours) ? wording[ours] : undefined;
  const isUsable =
    changed?.match(/\{\d+\}/g)?.every((place) => Number(place.slice(1, -1)) < values.length) ?? true;
  if (changed === undefined || !isUsable) return String.raw({ raw: texts }, ...values);
  return changed.replaceAll(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)]));
}
