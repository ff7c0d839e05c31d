import type { Picture } from './picture.ts';

export interface Span {
  text: string;
  isStrong: boolean;
  isEmphasised: boolean;
  href: string | null;
}

export type RichPart =
  | { kind: 'paragraph' | 'heading' | 'quotation'; spans: Span[] }
  | { kind: 'list'; isOrdered: boolean; items: Span[][] }
  | { kind: 'picture'; picture: Picture };

export type RichText = RichPart[];

/** Returns rich text without styles. An empty line separates paragraphs, and each list entry has its own line. */
export const plainText = (text: RichText): string =>
  text
    .flatMap((part) => {
      if (part.kind === 'picture') return [];
      return part.kind === 'list'
        ? part.items.map((spans) => `• ${wordsOf(spans)}`).join('\n')
        : wordsOf(part.spans);
    })
    .join('\n\n');

const wordsOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');
