import { type Sentence, toPattern } from '../../supabase/functions/_shared/contract/wording.ts';
import { renderMail } from '../../supabase/functions/_shared/server/mails/render.ts';
import type { MailLanguage, Wording } from '../../supabase/functions/_shared/server/mails/say.ts';
import { familyMails } from './family-mails.ts';

/** A mail with a made-up booking. `keys` are the screen's sentences that it has. */
export interface MailSample {
  id: string;
  subject: string;
  keys: ReadonlySet<string>;
  /** Returns the mail's HTML, in which one sentence is marked if a key is given. */
  htmlWith: (key: string | null) => string;
}

interface Wanted {
  /** The screen's sentences, as its catalogue has them. */
  sentences: readonly Sentence[];
  /** The changed sentences, as mails look them up. */
  wording: Wording;
  language: MailLanguage;
  siteUrl: string;
}

// These characters have no meaning of their own in Unicode, so no text contains them.
const [START, TEXT, END] = ['\uE000', '\uE001', '\uE002'];
const marks = new RegExp(`${START}(\\d+)${TEXT}|${END}`, 'g');

/** Renders every mail to families that has a sentence of this screen, with the renderer that sends them. */
export async function renderSamples({
  sentences,
  wording,
  language,
  siteUrl,
}: Wanted): Promise<MailSample[]> {
  const patterns = sentences.map(({ key, text }) => ({ key, of: toPattern({ was: text, text }) }));
  // Two places of the code may have the same sentence. Mails then cannot tell them apart.
  const originals = new Map(patterns.map(({ of }) => of));
  const order = [...originals.keys()];
  const marked: Record<string, string> = { ...wording };
  for (const [ours, pattern] of originals)
    marked[ours] = `${START}${order.indexOf(ours)}${TEXT}${wording[ours] ?? pattern}${END}`;
  const placeOf = new Map(patterns.map(({ key, of: [ours] }) => [key, order.indexOf(ours)]));
  const samples: MailSample[] = [];
  for (const [template, payloads] of Object.entries(familyMails))
    for (const [number, payload] of payloads.entries()) {
      const { subject, html } = await renderMail(template, payload, siteUrl, siteUrl, marked, language);
      const places = new Set([...`${subject} ${html}`.matchAll(marks)].map(([, place]) => Number(place)));
      const keys = new Set(patterns.flatMap(({ key }) => (places.has(placeOf.get(key) ?? -1) ? [key] : [])));
      if (keys.size > 0)
        samples.push({
          id: `${template} ${number}`,
          subject: withoutMarks(subject),
          keys,
          htmlWith: (key) => highlight(html, placeOf.get(key ?? '') ?? -1),
        });
    }
  return samples;
}

const withoutMarks = (text: string): string => text.replace(marks, '');

/** Marks one sentence in the texts of a mail. In attributes, and for all other sentences, the marks are removed. */
function highlight(html: string, wanted: number): string {
  const open: boolean[] = [];
  return html.replace(/<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<')
      ? withoutMarks(part)
      : part.replace(marks, (_, index?: string) => {
          if (index === undefined) return open.pop() === true ? '</mark>' : '';
          open.push(Number(index) === wanted);
          return Number(index) === wanted ? '<mark style="background:#ffe08a;color:#1a1a1a">' : '';
        }),
  );
}
