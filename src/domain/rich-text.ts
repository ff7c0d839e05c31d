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

/** The words of a rich text without their styles, a line for each part. */
export const plainText = (text: RichText): string =>
  text
    .flatMap((part) => (part.kind === 'picture' ? [] : part.kind === 'list' ? part.items : [part.spans]))
    .map((spans) => spans.map(({ text: words }) => words).join(''))
    .join('\n');
