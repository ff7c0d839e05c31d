import { AsyncLocalStorage } from 'node:async_hooks';

/** Texts of Studio by our sentence, as `publishing/wording.ts` writes them: `We hold {} until {}.` */
export type Wording = Readonly<Record<string, string>>;

export type MailLanguage = 'en' | 'zh';

const current = new AsyncLocalStorage<{ wording: Wording; language: MailLanguage }>();

/** While `work` runs, mails say what Studio has changed, in this language. */
export const withWording = <T>(wording: Wording, language: MailLanguage, work: () => T): T =>
  current.run({ wording, language }, work);

/** The family's language, while a mail is composed (`private.mail_language`). */
export const mailLanguage = (): MailLanguage => current.getStore()?.language ?? 'en';

/**
 * Studio can change it (decisions "Sentences are content"). Never in a constant of a module, which is read too early.
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
